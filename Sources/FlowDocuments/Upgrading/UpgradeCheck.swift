import FlowJSON

/// Reads and checks the upgrades of a document, and the former names of its steps.
struct UpgradeCheck {
  let problems: ProblemList

  /// Reads the upgrades.
  func read(_ document: JSONElement, version: Int) -> [UpgradeContent] {
    var upgrades: [UpgradeContent] = []
    for element in (try? document["upgrades"].array()) ?? [] {
      guard let from = try? element["from"].integer(), let values = try? element["values"].members() else { continue }
      if from >= version {
        problems.add(element["from"].mismatch("a version below that of the document, \(version)"))
      } else if let last = upgrades.last, from <= last.from {
        problems.add(element["from"].mismatch("a version above that of the upgrade before it, \(last.from)"))
      }
      upgrades.append(
        UpgradeContent(
          location: element.location, from: Int(from),
          values: values.compactMap { name, value in value.value.map { (name, $0) } }))
    }
    return upgrades
  }

  /// Reports former names that steps have, or that stand for two steps.
  func check(formerNamesOf content: DocumentContent) {
    var owners: [String: String] = [:]
    for step in content.steps {
      for (index, name) in step.formerNames.enumerated() {
        let location = step.location.key("formerly").index(index)
        if content.places[name] != nil {
          problems.add(
            at: location, expected: "a name that no step has", found: "\(DocumentText.quoted(name)), the id of a step")
        } else if let owner = owners.updateValue(step.id, forKey: name) {
          problems.add(
            at: location, expected: "a former name of one step",
            found: "\(DocumentText.quoted(name)), a former name of \(DocumentText.quoted(owner))")
        }
      }
    }
  }

  /// Reports values of upgrades that don't fit their steps.
  ///
  /// The names in their expressions aren't known, because they are those of an earlier version.
  func check(_ content: DocumentContent, _ shapes: [ValueShape]) {
    let expressions = ExpressionCheck(
      content: content, shapes: shapes, sure: nil, problems: problems, readsEarlierVersion: true)
    let inputs = InputCheck(expressions: expressions, problems: problems)
    for upgrade in content.upgrades {
      for (step, template) in upgrade.values {
        let location = upgrade.location.key("values").key(step)
        guard let place = content.places[step] else {
          problems.add(at: location, expected: "the id of a step", found: DocumentText.quoted(step))
          continue
        }
        guard content.steps[place].hasValue else {
          problems.add(
            at: location, expected: "a step with a value", found: "\(DocumentText.quoted(step)), which is a page")
          continue
        }
        inputs.check(template, shapes[place], at: location, .beginning(place))
      }
    }
  }
}
