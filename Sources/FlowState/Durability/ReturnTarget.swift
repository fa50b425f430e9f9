/// The target of going back.
package enum ReturnTarget: Equatable {
  /// The previous stop, or the previous step of a run without stops.
  case previous
  /// The latest earlier visit of a step.
  case step(String)
  /// An earlier stop, counted from the current one; an earlier step of a run without stops.
  case stops(Int)
  /// The place before the first visit, where the run ends.
  case beforeTheFirst
}
