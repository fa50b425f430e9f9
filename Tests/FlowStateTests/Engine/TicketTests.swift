import Testing

@testable import FlowState

/// The settlement of one handler, as the pure state machine.
struct TicketTests {
  typealias Phase = Ticket.Phase

  @Test(
    "completing",
    arguments: [
      (Ticket(.fresh), Ticket.Completing.store, Ticket(.filling)),
      (Ticket(.filling), .ignore, Ticket(.filling, surplus: 1)),
      (Ticket(.early), .store, Ticket(.filling, surplus: 1)),
      (Ticket(.fillingAttached), .ignore, Ticket(.fillingAttached, surplus: 1)),
      (Ticket(.waiting), .deliver, Ticket(.claimed)),
      (Ticket(.claimed), .ignore, Ticket(.claimed, surplus: 1)),
      (Ticket(.settled), .report, Ticket(.reporting)),
      (Ticket(.reporting), .again, Ticket(.reporting)),
    ])
  func complete(before: Ticket, action: Ticket.Completing, after: Ticket) {
    var ticket = before
    let returned = ticket.complete()
    #expect(returned == action)
    #expect(ticket == after)
  }

  @Test(
    "attaching",
    arguments: [
      (Ticket(.fresh), Ticket.Attaching.wait, Ticket(.waiting)),
      (Ticket(.filling), .wait, Ticket(.fillingAttached)),
      (Ticket(.early, surplus: 2), .take, Ticket(.settled, surplus: 2)),
      (Ticket(.fillingAttached), .wait, Ticket(.fillingAttached)),
      (Ticket(.waiting), .wait, Ticket(.waiting)),
      (Ticket(.claimed), .wait, Ticket(.claimed)),
      (Ticket(.settled), .wait, Ticket(.settled)),
      (Ticket(.reporting), .wait, Ticket(.reporting)),
    ])
  func attach(before: Ticket, action: Ticket.Attaching, after: Ticket) {
    var ticket = before
    let returned = ticket.attach()
    #expect(returned == action)
    #expect(ticket == after)
  }

  @Test(
    "renewing",
    arguments: [
      (Ticket(.fresh), Ticket.Renewal.free, Ticket(.fresh)),
      (Ticket(.filling), .free, Ticket(.filling)),
      (Ticket(.early, surplus: 1), .free, Ticket(.early, surplus: 1)),
      (Ticket(.fillingAttached), .busy, Ticket(.fillingAttached)),
      (Ticket(.waiting), .busy, Ticket(.waiting)),
      (Ticket(.claimed), .busy, Ticket(.claimed)),
      (Ticket(.settled), .free, Ticket(.fresh)),
      (Ticket(.reporting), .again, Ticket(.reporting)),
    ])
  func renew(before: Ticket, action: Ticket.Renewal, after: Ticket) {
    var ticket = before
    let returned = ticket.renew()
    #expect(returned == action)
    #expect(ticket == after)
  }

  @Test("publishing tells whether the handler was attached meanwhile")
  func publish() {
    var alone = Ticket(.filling, surplus: 1)
    let wasAttached = alone.publish()
    #expect(!wasAttached)
    #expect(alone == Ticket(.early, surplus: 1))
    var attached = Ticket(.fillingAttached, surplus: 1)
    let isAttached = attached.publish()
    #expect(isAttached)
    #expect(attached == Ticket(.claimed, surplus: 1))
  }

  @Test("delivering settles and hands out the surplus once", arguments: [Phase.claimed, .settled])
  func deliver(phase: Phase) {
    var ticket = Ticket(phase, surplus: 7)
    let first = ticket.deliver()
    #expect(first == 7)
    #expect(ticket == Ticket(.settled))
    let second = ticket.deliver()
    #expect(second == 0)
  }

  @Test("after an extra completion was told of, the ticket is settled again")
  func reported() {
    var ticket = Ticket(.reporting)
    ticket.reported()
    #expect(ticket == Ticket(.settled))
  }

  @Test("the word keeps phase and surplus, up to the largest surplus it can count")
  func word() {
    for raw in Phase.fresh.rawValue...Phase.reporting.rawValue {
      for surplus in [0, 1, 12_345, UInt32.max >> 4] {
        let ticket = Ticket(Phase(rawValue: raw) ?? .fresh, surplus: surplus)
        #expect(Ticket(word: ticket.word) == ticket)
      }
    }
    var full = Ticket(.claimed, surplus: UInt32.max >> 4)
    full.countSurplus()
    #expect(full == Ticket(.claimed, surplus: UInt32.max >> 4))
  }
}
