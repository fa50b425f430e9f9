import FlowChains
import FlowState
import TestSupport
import Testing

/// Types that fit without being the same.
struct ChainTypeTests {
  typealias Steps = SampleSteps

  class Animal: @unchecked Sendable { var name: String { "animal" } }
  final class Dog: Animal, @unchecked Sendable { override var name: String { "dog" } }

  private func problems(_ steps: DeclaredStep...) -> [String] {
    FlowChain("F") { steps }.validate().map(\.description)
  }

  @Test("A subclass is accepted where its superclass is taken, but not the reverse")
  func subclasses() throws {
    let dog = FlowStepDeclaration(Any.self, Dog.self, identifier: "dog") { _ in Dog() }
    let animal = FlowStepDeclaration(Any.self, Animal.self, identifier: "animal") { _ in Animal() }
    let show = Steps.transform("show") { (animal: Animal?) in animal?.name }
    let walk = Steps.transform("walk") { (dog: Dog?) in dog?.name }
    #expect(
      try Flow(
        FlowChain("F") {
          dog; show
        }, Any.self, String.self
      ).runAndWait() == "dog")
    #expect(
      problems(animal.step, walk.step) == [
        "Step 'walk' cannot follow 'animal': it takes Dog, and 'animal' yields Animal."
      ])
  }

  @Test("A value is accepted where an optional is taken, but not the reverse")
  func optionals() throws {
    let show = FlowStepDeclaration(String?.self, String.self, identifier: "show") { _ in
      FlowStep(String?.self, String.self, identifier: "show") { step in
        let handler = FlowStepHandler(String?.self, String.self)
        handler.complete((step.content ?? "nothing") ?? "nil")
        return handler
      }
    }
    #expect(
      try Flow(
        FlowChain("F") {
          Steps.free("a"); show
        }, Any.self, String.self
      ).runAndWait() == "a")
    #expect(try Flow(FlowChain("F") { show }, String.self, String.self).runAndWait("given") == "given")
    #expect(try Flow(FlowChain("F") { show }, String?.self, String.self).runAndWait(.some(nil)) == "nil")
    let maybe = FlowStepDeclaration(Any.self, String?.self, identifier: "maybe") { _ in
      FlowStep(Any.self, String?.self, identifier: "maybe") { _ in nil }
    }
    let shout = Steps.transform("shout") { (text: String?) in text }
    #expect(
      problems(maybe.step, shout.step) == [
        "Step 'shout' cannot follow 'maybe': it takes String, and 'maybe' yields Optional<String>."
      ])
  }

  @Test("A container is accepted if its elements are, and an error type is accepted as any Error")
  func containers() throws {
    let dogs = FlowStepDeclaration(Any.self, [String: [Dog]].self, identifier: "dogs") { _ in ["a": [Dog()]] }
    let show = Steps.transform("show") { (animals: [String: [Animal]?]?) in animals?["a"]??.first?.name }
    #expect(
      try Flow(
        FlowChain("F") {
          dogs; show
        }, Any.self, String.self
      ).runAndWait() == "dog")
    let pay = FlowStepDeclaration(Any.self, String.self, identifier: "pay") { _ in throw TestError("declined") }
      .branching(["paid": .end]) { _ in "paid" }.catching(.failure, to: .step("sorry"))
    let sorry = FlowStepDeclaration((any Error)?.self, String.self, identifier: "sorry") { error in
      (error as? FlowError)?.rootCause.map { "\($0)" }
    }
    #expect(
      try Flow(
        FlowChain("F") {
          pay; sorry
        }, Any.self, String.self
      ).runAndWait() == "declined")
  }

  @Test("A flow whose result is Any or Void accepts an end of any type")
  func ends() throws {
    let chain = FlowChain("F") {
      Steps.free("menu").leading(["on": .next, "off": .end]); Steps.free("b")
    }
    #expect(try Flow(chain, Any.self, Any.self).runAndWait() as? String == "b")
    #expect(try Flow(chain, Any.self, Void.self).runAndWait() != nil)
    #expect {
      _ = try Flow(chain, Any.self, Int.self)
    } throws: { error in
      "\(error)" == "Flow 'F': The flow cannot end with step 'menu': it yields String, and the flow yields Int. "
        + "The flow cannot end with step 'b': it yields String, and the flow yields Int."
    }
  }

  @Test("A step that takes Any receives a result of type Any or the run's content, but not a typed result")
  func anything() throws {
    let show = FlowStepDeclaration(Any.self, String.self, identifier: "show") { _ in
      FlowStep(Any.self, String.self, identifier: "show") { step in
        let handler = FlowStepHandler(Any.self, String.self)
        handler.complete(step.content.map { "\($0)" } ?? "nothing")
        return handler
      }
    }
    let seven = FlowStepDeclaration(Any.self, Any.self, identifier: "seven") { _ in
      FlowStep(Any.self, Any.self, identifier: "seven") { step in
        let handler = FlowStepHandler(Any.self, Any.self)
        handler.complete(7)
        return handler
      }
    }
    #expect(
      try Flow(
        FlowChain("F") {
          seven; show
        }, Any.self, String.self
      ).runAndWait() == "7")
    #expect(try Flow(FlowChain("F") { show }, Any.self, String.self).runAndWait("given") == "given")
    #expect(
      try Flow(
        FlowChain("F") {
          Steps.free("text"); show
        }, Any.self, String.self
      ).runAndWait() == "nothing")
  }

  @Test(
    "A value type accepts exactly the types that convert to it",
    arguments: [
      (FlowValueType(of: Int.self), FlowValueType(of: Int.self), true),
      (FlowValueType(of: Any.self), FlowValueType(of: Int.self), true),
      (FlowValueType(of: Int.self), FlowValueType(of: Any.self), false),
      (FlowValueType(of: Int??.self), FlowValueType(of: Int.self), true),
      (FlowValueType(of: Animal?.self), FlowValueType(of: Dog.self), true),
      (FlowValueType(of: Dog.self), FlowValueType(of: Animal.self), false),
      (FlowValueType(of: Void.self), FlowValueType(of: Int.self), false),
      (FlowValueType(of: (any Error).self), FlowValueType(of: (any Error).self), true),
      (FlowValueType(of: (any Error).self), FlowValueType(of: FlowError.self), true),
      (FlowValueType(of: (any Error)?.self), FlowValueType(of: TestError.self), true),
      (FlowValueType(of: (any Error).self), FlowValueType(of: Int.self), false),
      (FlowValueType(of: TestError.self), FlowValueType(of: (any Error).self), false),
      (FlowValueType(of: Animal?.self), FlowValueType(of: Dog?.self), true),
      (FlowValueType(of: Dog?.self), FlowValueType(of: Animal?.self), false),
      (FlowValueType(of: Int?.self), FlowValueType(of: Int??.self), false),
      (FlowValueType(of: [Animal].self), FlowValueType(of: [Dog].self), true),
      (FlowValueType(of: [Dog].self), FlowValueType(of: [Animal].self), false),
      (FlowValueType(of: [Animal?]?.self), FlowValueType(of: [Dog].self), true),
      (FlowValueType(of: [Animal].self), FlowValueType(of: Dog.self), false),
      (FlowValueType(of: Animal?.self), FlowValueType(of: [Dog].self), false),
      (FlowValueType(of: [String: Animal].self), FlowValueType(of: [String: Dog].self), true),
      (FlowValueType(of: [Int: Animal].self), FlowValueType(of: [String: Dog].self), false),
      (FlowValueType(of: Set<String>.self), FlowValueType(of: [String].self), false),
    ])
  func accepts(takes: FlowValueType, yields: FlowValueType, fits: Bool) {
    #expect(takes.accepts(yields) == fits, "\(takes) and \(yields)")
  }
}
