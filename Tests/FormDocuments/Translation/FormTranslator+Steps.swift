import FlowJSON

/// The steps of the flow document.
extension FormTranslator {
  mutating func document(named name: String) -> JSONValue {
    makeGraph()
    var steps: [JSONValue] = []
    let feeStep = form.elements("fees").isEmpty ? nil : names.name(for: "fees")
    var summaries: [Int] = []
    for index in [graph.start] + pages.indices.filter({ $0 != graph.start })
    where graph.isReached.indices.contains(index) && graph.isReached[index] {
      let page = pages[index]
      pageCount.expressed += 1
      paths[page.step] = page.path
      var routes: [JSONValue] = []
      var added: [JSONValue] = []
      var hasFallback = false
      for (number, link) in graph.links[index].enumerated() {
        var target = link.target.map { pages[$0].step } ?? "end"
        if let address = redirections[index]?.first(where: { $0.link == number })?.address {
          target = names.name(for: "redirect")
          paths[target] = address
          added.append([
            "id": .string(target), "page": ["title": .string("Continue at \(address)".cut(to: 500))], "end": true,
          ])
        }
        guard let condition = link.condition else {
          hasFallback = true
          routes.append(["to": .string(target)])
          continue
        }
        let formula = formula(condition, at: index, "$.pages[\(page.place)].next")
        routes.append(["to": .string(target), "when": .string("@{\(formula.text)}")])
      }
      let isSummary = Self.controller(page.json.text("controller") ?? "") == "SummaryPageController"
      if isSummary, feeStep != nil, !hasFallback { summaries.append(index) }
      var step = JSONObject([("id", .string(page.step))])
      step[page.components.isEmpty ? "page" : "form"] = content(of: page)
      if isSummary, let feeStep, !hasFallback {
        routes.append(["to": .string(feeStep)])
        hasFallback = true
      }
      var last = JSONObject()
      if !routes.isEmpty { last["routes"] = .array(routes) }
      if !hasFallback { last["end"] = true }
      if let mark = page.mark {
        step["routes"] = [["to": .string(mark)]]
        last["id"] = .string(mark)
        last["use"] = "seen"
        steps += [.object(step), .object(last)]
      } else {
        step.merge(last)
        steps.append(.object(step))
      }
      steps += added
    }
    if let feeStep { addFees(feeStep, summaries, &steps) }
    if !moments.isEmpty { steps.insert(moments.step, at: 0) }
    noteTheRest()
    return ["flow": .string(NameList.title(name)), "version": 1, "steps": .array(steps)]
  }

  private func content(of page: Page) -> JSONValue {
    let title = ComponentTranslation.localised(page.json["title"])?.withoutTags ?? page.path
    let texts = page.texts.filter { !$0.isEmpty }.joined(separator: " ")
    var fields = page.components.flatMap(\.fields)
    guard case .object(var first)? = fields.first else {
      return ["title": .string((texts.isEmpty ? title : "\(title). \(texts)").cut(to: 500))]
    }
    if !texts.isEmpty {
      let hint = first["hint"].flatMap { if case .string(let text) = $0 { " \(text)" } else { nil } } ?? ""
      first["hint"] = .string((texts + hint).cut(to: 2_000))
      fields[0] = .object(first)
    }
    return ["title": .string(title.cut(to: 500)), "fields": .array(fields)]
  }

  private mutating func addFees(_ step: String, _ summaries: [Int], _ steps: inout [JSONValue]) {
    guard !summaries.isEmpty else {
      return note("$.fees", "The fees are left out, because no summary page asks for them")
    }
    var amounts: [Formula] = []
    let known = Place(
      sure: summaries.dropFirst().reduce(sure[summaries[0]]) { $0.intersection(sure[$1]) },
      earlier: summaries.reduce(into: []) { $0.formUnion(earlier[$1]) })
    for (place, fee) in form.elements("fees").enumerated() {
      var amount = Formula.number(fee.number("amount") ?? 0)
      let location = "$.fees[\(place)]"
      do throws(ConditionProblem) {
        if let multiplier = fee.text("multiplier") {
          let cases = try cases(of: multiplier.split(separator: ".").map { String($0) }, known)
          var times = Formula.literal(1)
          for (guards, value) in cases.reversed() {
            guard let number = try value.number else { continue }
            let guards = guards + [number.guarding, .not(.call("eq", [number.value, .literal(0)]))]
            times = .call("condition", [.and(guards), number.value, times])
          }
          amount = .call("multiply", [amount, times])
        }
      } catch {
        note(location, "The fee is counted once, because of its multiplier \(error.reason)")
      }
      if let condition = fee.text("condition"), !condition.isEmpty {
        amount = .call("condition", [formula(condition, known, location), amount, .literal(0)])
      }
      amounts.append(amount)
    }
    let sum = amounts.count > 1 ? Formula.call("sum", amounts) : amounts[0]
    steps.append([
      "id": .string(step), "use": "fees", "with": ["amount": .string("@{\(sum.text)}")], "end": true,
    ])
    feeStep = step
  }

  private mutating func noteTheRest() {
    for (place, output) in form.elements("outputs").enumerated() {
      note("$.outputs[\(place)]", "The output '\(output.text("type") ?? "")' is left to the program")
    }
    let settings = [
      "declaration", "exitOptions", "feedback", "specialPages", "feeOptions", "skipSummary", "phaseBanner", "payApiKey",
      "paymentReferenceFormat", "returnTo", "confirmationSessionTimeout", "documentUploadApiUrl",
    ]
    for name in settings {
      switch form[name] {
      case nil, .null?, .bool(false)?, .string("")?, .object([:])?: break
      default: note("$.\(name)", "The setting is left to the program")
      }
    }
  }
}
