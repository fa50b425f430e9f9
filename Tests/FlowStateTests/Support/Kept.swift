/// What a test keeps alive.
final class Kept<Value> {
  var all: [Value] = []
}
