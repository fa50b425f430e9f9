import Dispatch
import Foundation
import TestSupport
import Testing

@testable import FlowState

/// Many senders, one receiver at a time: nothing is lost and nothing overtakes.
struct MailboxTests {
  @Test("Messages are taken in the order in which they were sent")
  func order() {
    let mailbox = Post()
    let log = Box<[Int]>([])
    for number in 0..<5 { _ = mailbox.push(Note(number, log)) }
    deliver(mailbox.takeAll())
    #expect(log.value == [0, 1, 2, 3, 4])
  }

  @Test("Only the first of the waiting messages asks its sender for a receiver")
  func firstSender() {
    let mailbox = Post()
    let log = Box<[Int]>([])
    #expect(mailbox.push(Note(0, log)))
    #expect(!mailbox.push(Note(1, log)))
    deliver(mailbox.takeAll())
    #expect(!mailbox.push(Note(2, log)))
    deliver(mailbox.takeAll())
    #expect(mailbox.tryRelease())
    #expect(mailbox.push(Note(3, log)))
    deliver(mailbox.takeAll())
    #expect(mailbox.tryRelease())
  }

  @Test("A receiver cannot enter while another one works or a message waits")
  func exclusion() {
    let mailbox = Post()
    let log = Box<[Int]>([])
    #expect(mailbox.tryAcquire())
    #expect(!mailbox.tryAcquire())
    #expect(mailbox.tryRelease())
    #expect(mailbox.push(Note(0, log)))
    #expect(!mailbox.tryAcquire())
    deliver(mailbox.takeAll())
    #expect(mailbox.tryRelease())
    #expect(mailbox.tryAcquire())
  }

  @Test("A receiver cannot leave while a message waits")
  func leaving() {
    let mailbox = Post()
    let log = Box<[Int]>([])
    #expect(mailbox.tryAcquire())
    #expect(!mailbox.hasMail)
    #expect(!mailbox.push(Note(0, log)))
    #expect(mailbox.hasMail)
    #expect(!mailbox.tryRelease())
    deliver(mailbox.takeAll())
    #expect(mailbox.tryRelease())
  }

  @Test("Messages that are never delivered are released with the mailbox or the batch", arguments: [0, 1, 3])
  func release(read: Int) {
    let objects = ObjectCounter()
    do {
      let mailbox = Post()
      for _ in 0..<4 { _ = mailbox.push(Burden(objects.makeObject())) }
      if read > 0 {
        var batch = mailbox.takeAll()
        for _ in 0..<read { batch.popFirst()?.deliver() }
      }
    }
    #expect(objects.living == 0)
  }

  @Test("A million waiting messages are released on a small stack")
  func deepRelease() {
    let objects = ObjectCounter()
    onSmallStack {
      let mailbox = Post()
      for _ in 0..<trials(1_000_000, few: 100_000) { _ = mailbox.push(Burden(objects.makeObject())) }
    }
    #expect(objects.living == 0)
  }

  @Test("Eight sending threads lose no message, and each sender's messages keep their order", .timeLimit(.minutes(15)))
  func contention() {
    let each = trials(100_000, few: 10_000)
    let office = Office()
    onThreads(8) { sender in
      for number in 0..<each { office.send(sender, number) }
    }
    // The last receiver has been scheduled before its sender's thread ended.
    let received = office.finish()
    #expect(received.map(\.count) == Array(repeating: each, count: 8))
    for numbers in received { #expect(numbers == Array(0..<each)) }
  }

  // Only the mailbox orders the threads of the next two tests. If it didn't, the thread sanitizer would report a race.
  // The sanitizer can miss a race while other tests run, so there are several attempts.

  @Test("A receiver sees the writes of a sender on another thread", arguments: 1...20)
  func senderBeforeReceiver(attempt: Int) {
    let (mailbox, signal, log) = (UnsafeTransfer(Post()), UnorderedSignal(), Box<[Int]>([]))
    onThreads(2) { thread in
      let mailbox = mailbox.value
      if thread == 0 {
        let hasEntered = mailbox.tryAcquire()
        signal.give()
        blockPatiently("No message came") { mailbox.hasMail }
        deliver(mailbox.takeAll())
        let hasLeft = mailbox.tryRelease()
        #expect(hasEntered && hasLeft)
        #expect(log.value == [7])
      } else {
        signal.wait(orSay: "The receiver did not enter")
        let number = Box<[Int]>([])
        number.value = [7]
        _ = mailbox.push(Letter { log.value.append(contentsOf: number.value) })
      }
    }
  }

  @Test("A receiver sees the writes of the previous receiver on another thread", arguments: [false, true])
  func receiverBeforeReceiver(bringsMessage: Bool) {
    // The sanitizer remembers only a part of what threads have done, and misses a race now and then.
    for _ in 0..<10 { receiveAfterReceiver(bringsMessage: bringsMessage) }
  }

  private func receiveAfterReceiver(bringsMessage: Bool) {
    let (mailbox, log) = (UnsafeTransfer(Post()), Box<[Int]>([]))
    // Both threads work all the time, because the start and the end of a thread take locks, which would order the two
    // as well.
    let (isReady, hasLeft, isOver) = (UnorderedSignal(), UnorderedSignal(), UnorderedSignal())
    onThreads(2) { thread in
      let mailbox = mailbox.value
      if thread == 0 {
        isReady.wait(orSay: "The second thread did not begin")
        _ = mailbox.tryAcquire()
        log.value = [7]
        _ = mailbox.tryRelease()
        hasLeft.give()
        isOver.wait(orSay: "The second thread did not leave")
      } else {
        isReady.give()
        hasLeft.wait(orSay: "The first thread did not leave")
        if bringsMessage {
          _ = mailbox.push(Letter { log.value[0] += 1 })
          deliver(mailbox.takeAll())
        } else {
          _ = mailbox.tryAcquire()
          log.value[0] += 1
        }
        let mayLeave = mailbox.tryRelease()
        isOver.give()
        #expect(mayLeave)
        #expect(log.value == [8])
      }
    }
  }

  private func deliver(_ batch: consuming MailBatch) {
    while let message = batch.popFirst() { message.deliver() }
  }
}

/// A reference to a mailbox for `#expect`, which takes no noncopyable values.
private final class Post {
  private let mailbox = Mailbox()

  var hasMail: Bool { mailbox.hasMail }
  func push(_ message: Message) -> Bool { mailbox.push(message) }
  func tryAcquire() -> Bool { mailbox.tryAcquire() }
  func tryRelease() -> Bool { mailbox.tryRelease() }
  func takeAll() -> MailBatch { mailbox.takeAll() }
}

private final class Note: Message {
  private let number: Int
  private let log: Box<[Int]>

  init(_ number: Int, _ log: Box<[Int]>) {
    self.number = number
    self.log = log
  }

  override func deliver() {
    log.value.append(number)
  }
}

private final class Burden: Message {
  private let alive: CountedObject

  init(_ alive: CountedObject) {
    self.alive = alive
  }
}

/// A mailbox with a queue that serves it.
private final class Office: @unchecked Sendable {
  // Guard: only the mailbox's receiver uses `received`.
  private let mailbox = Mailbox()
  private let queue = DispatchQueue(label: "office", target: .global())
  private var received: [[Int]] = Array(repeating: [], count: 8)

  func send(_ sender: Int, _ number: Int) {
    let letter = Letter { [unowned self] in received[sender].append(number) }
    if mailbox.push(letter) { queue.async { self.drain() } }
  }

  private func drain() {
    repeat {
      var batch = mailbox.takeAll()
      while let message = batch.popFirst() { message.deliver() }
    } while !mailbox.tryRelease()
  }

  func finish() -> [[Int]] { queue.sync { received } }
}

private final class Letter: Message {
  private let body: () -> Void

  init(_ body: @escaping () -> Void) {
    self.body = body
  }

  override func deliver() {
    body()
  }
}
