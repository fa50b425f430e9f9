/// A step of those who use nothing but closures. In a structure, because a bare closure in an array is wrapped in another
/// one each time that it is taken out.
struct BareStep: Sendable {
  let run: @Sendable (_ value: Int) -> Int

  /// The steps of a chain.
  static func chain(of size: Int) -> [BareStep] {
    (0..<size).map { index in BareStep { value in advance(value, by: index) } }
  }
}

/// The same as an async function.
struct AsyncStep: Sendable {
  let run: @Sendable (_ value: Int) async -> Int

  static func chain(of size: Int) -> [AsyncStep] {
    (0..<size).map { index in AsyncStep { value in advance(value, by: index) } }
  }
}
