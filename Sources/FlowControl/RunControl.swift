package import FlowCommandLine
public import FlowDurable
import FlowJSON
import FlowTerminal
import Foundation

/// A command line that shows and controls the durable runs of a store, for a program that knows the flows.
///
/// ```swift
/// let store = try JournalReader(at: "orders.journal")  // also while another process has the journal open
/// let control = RunControl(store, flows: [order], program: "orders runs")
/// exit(await control.run(Array(CommandLine.arguments.dropFirst())))
/// // orders runs list --state parked
/// // orders runs show 17
/// // orders runs send 17 Shipped '{"tracking": "1Z"}' --key webhook-88
/// ```
///
/// The commands are `list`, `show`, `diagram`, `trace`, `cancel`, `back`, `retry`, `send`, `check`, and `export`;
/// `--help` explains them. Results go to standard output, errors to standard error. Tables fit the window, and `--json`
/// writes output for other programs.
///
/// The exit codes follow `sysexits.h`: 0 for success, 64 for a wrong command line, 65 for invalid input or a finding of
/// `check`, 66 for a run that doesn't exist, 69 if the store can't perform the request, and 70 if the output can't be written.
public struct RunControl: Sendable {
  /// The store; an empty store until ``opening`` was called.
  private(set) var store: any FlowStore
  private let opening: @Sendable (_ value: String?) throws -> any FlowStore
  private let option: StoreOption?
  let flows: [any AnyDurableFlow]
  let output: ControlOutput
  private let program: String

  /// Creates a command line.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - flows: The flows that the program knows. Runs of other flows can be listed, but not drawn or checked.
  ///   - program: The words before the command in help texts and messages.
  public init(_ store: any FlowStore, flows: [any AnyDurableFlow], program: String) {
    self.init(store, flows: flows, program: program, output: .standard)
  }

  /// Creates a command line that opens its store only for a command that needs it.
  ///
  /// Help, and the refusal of a wrong command, need no store.
  ///
  /// - Parameters:
  ///   - flows: The flows that the program knows. Runs of other flows can be listed, but not drawn or checked.
  ///   - program: The words before the command in help texts and messages.
  ///   - opening: Returns the store. Called at most once for each command.
  public init(
    flows: [any AnyDurableFlow], program: String, opening: @escaping @Sendable () throws -> any FlowStore
  ) {
    self.init(MemoryStore(), flows: flows, program: program, output: .standard) { _ in try opening() }
  }

  /// Creates a command line with an option that names the store.
  ///
  /// The option can come before or after the command, and the help lists it.
  ///
  /// ```swift
  /// let journal = StoreOption("journal", "FILE", "The journal; orders.journal by default.")
  /// let control = RunControl(flows: [order], program: "orders runs", naming: journal) { file in
  ///   try JournalReader(at: file ?? "orders.journal")
  /// }
  /// // orders runs --journal old.journal list
  /// // orders runs list --journal old.journal
  /// ```
  ///
  /// - Parameters:
  ///   - flows: The flows that the program knows. Runs of other flows can be listed, but not drawn or checked.
  ///   - program: The words before the command in help texts and messages.
  ///   - option: The option.
  ///   - opening: Returns the store for the value of the option; nil if the option isn't given. Called at most once for
  ///     each command.
  public init(
    flows: [any AnyDurableFlow], program: String, naming option: StoreOption,
    opening: @escaping @Sendable (_ value: String?) throws -> any FlowStore
  ) {
    self.init(MemoryStore(), flows: flows, program: program, output: .standard, naming: option, opening: opening)
  }

  init(
    _ store: any FlowStore, flows: [any AnyDurableFlow], program: String, output: ControlOutput,
    naming option: StoreOption? = nil, opening: (@Sendable (_ value: String?) throws -> any FlowStore)? = nil
  ) {
    self.store = store
    self.option = option
    self.opening = opening ?? { _ in store }
    self.flows = flows
    self.program = program
    self.output = output
  }

  /// Executes one command.
  ///
  /// - Parameter words: The words of the command line after the program's name.
  /// - Returns: The exit code of the process.
  public func run(_ words: [String]) async -> Int32 { await exitCode(of: words).rawValue }

  /// Executes one command and returns its exit code.
  package func exitCode(of words: [String]) async -> ExitCode {
    do {
      return try await attempt {
        switch try parser.parse(words) {
        case .show(let text):
          try output.writeLine(text)
          return .ok
        case .run(let command, let options):
          var control = self
          control.store = try opening(option.flatMap { options.value($0.name) })
          return try await command.run(control, options)
        }
      }
    } catch let error as UsageError {
      output.complain("\(error)\n'\(program) --help' shows what is possible.")
      return .usage
    } catch let failure as OutputFailure {
      // A reader that has closed the output, such as 'head', needs no more of it.
      if failure.code == EPIPE { return .ok }
      output.complain(of: failure)
      return .internal
    } catch {
      output.complain(of: error)
      return .unavailable
    }
  }

  private var parser: ControlCommand.Parser {
    ControlCommand.Parser(
      program: program, version: "0.2.0", summary: "Shows and steers durable runs.", commands: ControlCommands.all,
      options: option.map { [.value($0.name, $0.valueName, $0.summary)] } ?? [],
      columns: output.columns)
  }

  /// Returns the flow with a name; nil if the program doesn't know it.
  func flow(named name: String) -> (any AnyDurableFlow)? {
    flows.first { $0.definition.identifier == name }
  }
}

extension StoreError {
  /// Whether the error is about the records of one run, so that other runs can still be read.
  var isAboutRecords: Bool {
    switch self {
    case .invalidRecord, .damaged: true
    default: false
    }
  }

  /// The exit code of a command that has failed with this error.
  var exitCode: ExitCode {
    switch self {
    case .unknownRun, .runEnded: .noInput
    case .unsupported, .damaged, .invalidRecord, .tooLarge, .tooDeep: .data
    default: .unavailable
    }
  }
}
