/// A condition of a form document: an expression in the grammar of expr-eval.
indirect enum ConditionTree: Sendable {
  case text(String)
  case number(Double)
  case bool(Bool)
  case variable(String)
  case member(ConditionTree, String)
  case and(ConditionTree, ConditionTree)
  case or(ConditionTree, ConditionTree)
  case not(ConditionTree)
  case length(ConditionTree)
  case comparison(String, ConditionTree, ConditionTree)
  case arithmetic(String, ConditionTree, ConditionTree)
  case choice(ConditionTree, ConditionTree, ConditionTree)
  case array([ConditionTree])
  case call(String, [ConditionTree])
}

/// A condition that can't be read or expressed, with the reason as the rest of a sentence.
struct ConditionProblem: Error {
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
