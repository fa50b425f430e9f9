/// What a step does: cheap, and sensitive to order and to what is left out.
func advance(_ value: Int, by index: Int) -> Int {
  value &* 31 &+ index
}

/// What a chain of so many steps yields that begins with 0.
func advanced(through size: Int) -> Int {
  (0..<size).reduce(0) { advance($0, by: $1) }
}
