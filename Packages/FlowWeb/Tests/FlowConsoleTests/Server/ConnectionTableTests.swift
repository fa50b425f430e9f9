import Testing
import WebServing

@testable import FlowConsole

/// Which connection gives way to a new one.
struct ConnectionTableTests {
  @Test("A new connection replaces the oldest one that hasn't shown the token")
  func unknown() {
    var table = ConnectionTable<Int>(limit: 3)
    for id in 1...3 { #expect(table.add(id) == .accept) }
    table.welcome(1)
    #expect(table.add(4) == .replace(2))
    #expect(table.add(5) == .replace(3))
    table.remove(4)
    #expect(table.add(6) == .accept)
  }

  @Test("A known connection gives way only while it has no request")
  func known() {
    var table = ConnectionTable<Int>(limit: 2)
    for id in 1...2 {
      #expect(table.add(id) == .accept)
      table.welcome(id)
      table.setRequests(1, of: id)
    }
    #expect(table.add(3) == .refuse)
    table.setRequests(0, of: 2)
    #expect(table.add(3) == .replace(2))
  }
}
