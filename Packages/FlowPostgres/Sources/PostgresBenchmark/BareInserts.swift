import CLibPQ
import Foundation

/// The baseline of the server: single-row inserts through libpq, each with a commit of its own, and without any other
/// work.
struct BareInserts {
  let url: String

  /// Creates the table.
  func prepare() {
    let connection = Session(url)
    connection.execute("drop table if exists bare")
    connection.execute("create table bare (id bigint generated always as identity primary key, body text not null)")
  }

  /// Inserts rows one after another, and returns the seconds.
  func alone(_ count: Int) -> Double {
    let connection = Session(url)
    connection.prepare()
    return seconds { for _ in 0..<count { connection.insert() } }
  }

  /// Inserts rows on concurrent connections, and returns the seconds.
  func together(_ count: Int, connections: Int) -> Double {
    let sessions = (0..<connections).map { _ in Session(url) }
    for session in sessions { session.prepare() }
    return seconds {
      let group = DispatchGroup()
      let threads = sessions.map { session in
        group.enter()
        let share = Share(session: session, count: count / connections, group: group)
        return Thread { share.work() }
      }
      for thread in threads { thread.start() }
      group.wait()
    }
  }

  private func seconds(_ work: () -> Void) -> Double {
    let start = DispatchTime.now()
    work()
    return Double(DispatchTime.now().uptimeNanoseconds - start.uptimeNanoseconds) / 1e9
  }
}

/// The inserts of one thread.
private struct Share: Sendable {
  let session: Session
  let count: Int
  let group: DispatchGroup

  func work() {
    for _ in 0..<count { session.insert() }
    group.leave()
  }
}

/// A blocking connection, used by one thread at a time.
private final class Session: Sendable {
  /// The address of libpq's connection. A pointer isn't Sendable, and only one thread uses it.
  private let address: Int

  private static let body = String(repeating: "x", count: 200)

  init(_ url: String) {
    guard let connection = PQconnectdb(url), PQstatus(connection) == CONNECTION_OK else {
      fatalError("Can't connect to \(url).")
    }
    address = Int(bitPattern: connection)
  }

  deinit {
    PQfinish(connection)
  }

  private var connection: OpaquePointer? { OpaquePointer(bitPattern: address) }

  func execute(_ text: String) {
    check(PQexec(connection, text))
  }

  func prepare() {
    check(PQprepare(connection, "insert", "insert into bare (body) values ($1)", 1, [25]))
  }

  func insert() {
    Self.body.withCString { body in
      let values: [UnsafePointer<CChar>?] = [body]
      check(PQexecPrepared(connection, "insert", 1, values, nil, nil, 0))
    }
  }

  private func check(_ result: OpaquePointer?) {
    let status = PQresultStatus(result)
    guard status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK else {
      fatalError(String(cString: PQerrorMessage(connection)))
    }
    PQclear(result)
  }
}
