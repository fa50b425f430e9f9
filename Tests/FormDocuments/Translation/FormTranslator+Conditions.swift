import FlowJSON

/// The conditions at a page.
extension FormTranslator {
  /// The pages that have surely been answered where a condition is read, and those that can have been.
  struct Place {
    let sure: Set<Int>
    let earlier: Set<Int>
  }

  mutating func formula(_ condition: String, at page: Int, _ location: String) -> Formula {
    formula(condition, Place(sure: sure[page], earlier: earlier[page]), location)
  }

  mutating func formula(_ condition: String, _ place: Place, _ location: String) -> Formula {
    var moments = moments
    defer { self.moments = moments }
    // A closure can't change a value of its surroundings, and the compiler keeps none.
    let list = MomentBox(moments)
    let compiler = ConditionCompiler(
      conditions: conditions,
      answers: { [self] path throws(ConditionProblem) in try cases(of: path, place) },
      moment: { amount, unit throws(ConditionProblem) in try list.add(amount, unit) })
    do throws(ConditionProblem) {
      let formula = try compiler.formula(condition)
      moments = list.moments
      return formula
    } catch {
      if reportedConditions.insert(condition).inserted {
        conditionCount.expressed -= conditions[condition] == nil ? 0 : 1
      }
      note(location, "The condition '\(condition)' is never true, because \(error.reason)")
      return .no
    }
  }

  /// Returns the values of an answer where some pages have surely been answered.
  func cases(of path: [String], _ place: Place) throws(ConditionProblem) -> [ConditionCompiler.Case] {
    let section = sections.contains(path[0]) ? path[0] : nil
    func isVisited(_ page: Int) -> [Formula] {
      place.sure.contains(page) ? [] : [.not(.call("isNull", [.path([pages[page].seen ?? ""])]))]
    }
    let sectionPages = graph.order.filter {
      place.earlier.contains($0) && pages[$0].section == section && pages[$0].seen != nil
    }
    guard section == nil || path.count > 1 else {
      return sectionPages.map { (isVisited($0), .object) }
    }
    let name = section == nil ? path[0] : path[1]
    let parts = Array(path.dropFirst(section == nil ? 1 : 2))
    var cases: [ConditionCompiler.Case] = []
    var missing: [Formula] = []
    // A later page has replaced the answer of an earlier one.
    for page in sectionPages.reversed() {
      guard let component = pages[page].components.first(where: { $0.name == name }) else { continue }
      let guards = missing + isVisited(page)
      for (more, value) in try component.cases(pages[page].step, parts) { cases.append((guards + more, value)) }
      if place.sure.contains(page) { return cases }
      missing.append(.call("isNull", [.path([pages[page].step])]))
    }
    if section != nil, parts.isEmpty {
      let visited = sectionPages.map { Formula.and(isVisited($0)) }
      cases.append((missing + [.or(visited)], .undefined))
    }
    return cases
  }
}
