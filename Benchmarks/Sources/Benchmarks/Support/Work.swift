/// The work of a step: cheap, and sensitive to order and to omissions.
func advance(_ value: Int, by index: Int) -> Int {
  value &* 31 &+ index
}

/// The result of a chain of so many steps that begins with 0.
func advanced(through size: Int) -> Int {
  (0..<size).reduce(0) { advance($0, by: $1) }
}
