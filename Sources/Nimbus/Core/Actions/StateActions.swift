import FlowScreens

extension NimbusSwiftUILibrary {
  /// Adds `setState`, `condition` and `log`.
  func addStateActions() {
    addAction("setState") { event in
      let properties = ActionProperties(event)
      try event.scope.setState(properties.text("path"), to: properties.json("value"))
    }
    addAction("condition") { event in
      let properties = ActionProperties(event)
      let key = try properties.bool("condition") ? "onTrue" : "onFalse"
      try properties.event(key)?.run()
    }
    addAction("log") { event in
      let properties = ActionProperties(event)
      let level = try properties.optionalText("level") ?? "info"
      guard let level = FlowLogLevel(rawValue: level.lowercased()) else {
        throw properties.mismatch("level", "one of \"Info\", \"Warning\" and \"Error\"")
      }
      event.scope.nimbus.logger.log(level, try properties.text("message"))
    }
  }
}
