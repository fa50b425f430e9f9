// What users of a product can write, one line for each symbol, and which changes of it break them. See .ci/api.
import Foundation

/// The parts of a symbol graph that matter here.
struct SymbolGraph: Decodable {
  struct Symbol: Decodable {
    struct Identifier: Decodable { let precise: String }
    struct Kind: Decodable { let identifier: String }
    struct Fragment: Decodable {
      let kind: String
      let spelling: String
    }
    struct Extension: Decodable {
      struct Constraint: Decodable {
        let kind: String
        let lhs: String
        let rhs: String
      }
      let constraints: [Constraint]?
    }

    let identifier: Identifier
    let kind: Kind
    let pathComponents: [String]
    let declarationFragments: [Fragment]?
    let accessLevel: String
    let swiftExtension: Extension?
  }
  struct Relationship: Decodable {
    let kind: String
    let source: String
    let target: String
    let targetFallback: String?
  }

  let symbols: [Symbol]
  let relationships: [Relationship]
}

/// One line of an interface: where the symbol stands, and its declaration.
struct Line: Hashable, Comparable {
  static let separator = " | "

  let path: String
  let declaration: String

  var text: String { path + Line.separator + declaration }

  /// Whether a new line of this kind breaks those who conform to a protocol, or switch over an enum.
  var breaksWhenAdded: Bool { declaration.hasPrefix("requires ") || declaration.hasPrefix("case ") }

  init(path: String, declaration: String) {
    self.path = path
    self.declaration = declaration
  }

  init?(_ text: String) {
    guard let range = text.range(of: Line.separator) else { return nil }
    self.init(path: String(text[..<range.lowerBound]), declaration: String(text[range.upperBound...]))
  }

  static func < (left: Line, right: Line) -> Bool { left.text < right.text }
}

/// The lines of a product's symbol graphs: of its own types, and of its extensions to those of others.
func interface(of product: String, in folder: URL) throws -> Set<Line> {
  let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    .filter { $0 == "\(product).symbols.json" || ($0.hasPrefix("\(product)@") && $0.hasSuffix(".symbols.json")) }
  let graphs = try files.map {
    try JSONDecoder().decode(SymbolGraph.self, from: Data(contentsOf: folder.appendingPathComponent($0)))
  }
  var paths: [String: String] = [:]
  for symbol in graphs.flatMap(\.symbols) { paths[symbol.identifier.precise] = symbol.path }
  let relationships = graphs.flatMap(\.relationships)
  func sources(_ kind: String) -> [String] { relationships.filter { $0.kind == kind }.map(\.source) }
  // A default in an extension of another protocol serves only the types that conform to that one.
  let defaults = relationships.filter { $0.kind == "defaultImplementationOf" }
  let defaulted = Set(defaults.filter { paths[$0.source] ?? paths[$0.target] == paths[$0.target] }.map(\.target))
  let required = Set(sources("requirementOf")).subtracting(defaulted)

  var lines = Set(
    graphs.flatMap(\.symbols).map { symbol in
      let prefix = required.contains(symbol.identifier.precise) ? "requires " : ""
      return Line(path: symbol.path, declaration: prefix + symbol.declaration)
    })
  let implied: Set = ["Swift.Copyable", "Swift.Escapable", "Swift.SendableMetatype"]
  for relationship in relationships where ["conformsTo", "inheritsFrom"].contains(relationship.kind) {
    let target = paths[relationship.target] ?? relationship.targetFallback ?? relationship.target
    guard let source = paths[relationship.source], !implied.contains(target) else { continue }
    let verb = relationship.kind == "conformsTo" ? "conforms to" : "inherits from"
    lines.insert(Line(path: source, declaration: "\(verb) \(target)"))
  }
  return lines
}

extension SymbolGraph.Symbol {
  var path: String { pathComponents.joined(separator: ".") }

  /// The declaration without the names that parameters have inside.
  var declaration: String {
    let fragments = declarationFragments ?? []
    var text = ""
    for fragment in fragments {
      if fragment.kind == "internalParam" {
        while text.hasSuffix(" ") { text.removeLast() }
      } else if fragment.spelling != "indirect" {
        // Where an enum keeps what its cases carry is nobody else's business.
        text += fragment.spelling
      }
    }
    text = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if accessLevel == "open" { text = "open " + text }
    let constraints = (swiftExtension?.constraints ?? []).map { constraint in
      constraint.lhs + (constraint.kind == "sameType" ? " == " : ": ") + constraint.rhs
    }
    return constraints.isEmpty ? text : text + " [where " + constraints.sorted().joined(separator: ", ") + "]"
  }
}

/// A sentence for each change that breaks users.
func breakingChanges(from old: Set<Line>, to new: Set<Line>) -> [String] {
  var added = Dictionary(grouping: new.subtracting(old), by: \.path).mapValues { $0.sorted() }
  var changes: [String] = []
  for line in old.subtracting(new).sorted() {
    // What was declared otherwise is told as a change of it; that a type lost a conformance is not one of its declaration.
    let isClause = line.isClause
    if let index = added[line.path]?.firstIndex(where: { $0.isClause == isClause && !isClause }) {
      let now = added[line.path]!.remove(at: index)
      changes.append("changed  \(line.path)\n           was  \(line.declaration)\n           now  \(now.declaration)")
    } else {
      changes.append("removed  \(line.path): \(line.declaration)")
    }
  }
  for line in added.values.joined().sorted() where line.breaksWhenAdded {
    let parent = line.path.split(separator: ".").dropLast().joined(separator: ".")
    // A protocol or an enum that is new as a whole breaks nobody.
    guard old.contains(where: { $0.path == parent }) else { continue }
    changes.append("added    \(line.path): \(line.declaration)")
  }
  return changes
}

extension Line {
  var isClause: Bool { declaration.hasPrefix("conforms to ") || declaration.hasPrefix("inherits from ") }
}

func run(_ arguments: [String]) throws -> Int32 {
  guard arguments.count == 4 else { throw CocoaError(.featureUnsupported) }
  let (mode, product, graphs, baseline) = (
    arguments[0], arguments[1], URL(fileURLWithPath: arguments[2]), URL(fileURLWithPath: arguments[3])
  )
  let new = try interface(of: product, in: graphs)
  guard !new.isEmpty else {
    print("\(product): there is no symbol graph, or nothing in it")
    return 1
  }
  if mode == "accept" {
    try (new.sorted().map(\.text).joined(separator: "\n") + "\n").write(to: baseline, atomically: true, encoding: .utf8)
    print("\(product): the new baseline has \(new.count) lines")
    return 0
  }
  let old = Set(try String(contentsOf: baseline, encoding: .utf8).split(separator: "\n").compactMap { Line(String($0)) })
  let changes = breakingChanges(from: old, to: new)
  let additions = new.subtracting(old).count
  if changes.isEmpty {
    print("\(product): nothing breaks users" + (additions == 0 ? "" : "; new or extended lines: \(additions)"))
    return 0
  }
  print("\(product): changes that break users: \(changes.count)")
  for change in changes { print("  " + change) }
  return 1
}

exit(try run(Array(CommandLine.arguments.dropFirst())))
