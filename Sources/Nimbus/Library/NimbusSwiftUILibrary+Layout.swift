extension NimbusSwiftUILibrary {
  /// Returns a library of ready-made components: `text`, `button`, `textInput`, `toggle`, `select`, `row`, `column` and
  /// `progress`.
  ///
  /// ```swift
  /// configuration.libraries = [.layout(), app]
  /// ```
  ///
  /// - Parameter namespace: The namespace of the components.
  /// - Returns: A new library.
  public static func layout(_ namespace: String = "layout") -> NimbusSwiftUILibrary {
    NimbusSwiftUILibrary(namespace)
      .addComponent("text", TextComponent.self)
      .addComponent("button", ButtonComponent.self)
      .addComponent("textInput", TextInputComponent.self)
      .addComponent("toggle", ToggleComponent.self)
      .addComponent("select", SelectComponent.self)
      .addComponent("row", RowComponent.self)
      .addComponent("column", ColumnComponent.self)
      .addComponent("progress", ProgressComponent.self)
  }
}
