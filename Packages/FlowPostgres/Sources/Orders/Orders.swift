import FlowControl
import FlowDurable
import FlowPostgres
import Foundation
import OrderExample

/// The order flow in several processes: workers, customers, and a command line for the runs.
///
///     Orders work --store URL [NAME]        works for orders until SIGTERM or Ctrl-C
///     Orders place --store URL KEY CENTS    places an order, in one transaction with a row of the shop's own table
///     Orders ship --store URL KEY           sends an order the message that it was shipped
///     Orders runs --store URL COMMAND …     lists, shows, and controls the runs; --help lists the commands
///
/// `--postgres` means the same as `--store`. A store can also be a journal, as in `--store orders.journal`.
@main
struct Orders {
  static func main() async {
    // A reader of the output that is gone must not end a worker.
    signal(SIGPIPE, SIG_IGN)
    var words = Array(CommandLine.arguments.dropFirst())
    guard let command = words.first, words.count >= 3, ["--store", "--postgres"].contains(words[1]) else {
      complain("Usage: Orders work|place|ship|runs --store URL …")
      exit(64)
    }
    let address = words[2]
    guard !address.contains("://") || Shop.isDatabase(address) else {
      complain("A store is a journal or an address such as 'postgresql:///shop', found '\(address)'.")
      exit(64)
    }
    words.removeFirst(3)
    do {
      let shop = try await Shop.open(address)
      let status = try await run(command, words, shop)
      await shop.close()
      exit(status)
    } catch {
      complain("\(error)")
      exit(69)
    }
  }

  private static func run(_ command: String, _ words: [String], _ shop: Shop) async throws -> Int32 {
    switch (command, words.count) {
    case ("work", 0...1): try await shop.work(words.first ?? "worker")
    case ("place", 2):
      guard let cents = Int(words[1]), cents > 0 else {
        complain("'\(words[1])' is not a price: expected a number of cents.")
        return 64
      }
      try await shop.place(words[0], cents)
    case ("ship", 1):
      guard try await shop.ship(words[0]) else {
        complain("Flow '\(shop.flow.identifier)' has no run with the key '\(words[0])'.")
        return 66
      }
    case ("runs", _):
      return await RunControl(shop.store, flows: [shop.flow], program: "Orders runs").run(words)
    default:
      complain("Usage: Orders work|place|ship|runs --store URL …")
      return 64
    }
    return 0
  }

  private static func complain(_ text: String) {
    try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
  }
}
