import Glibc
import Testing

@testable import FlowTerminal

@Suite("StandardDescriptors")
struct StandardDescriptorsTests {
  @Test("A closed descriptor is reserved and stays unusable")
  func closed() async {
    // In another process, because other tests can get any descriptor number in this one.
    await #expect(processExitsWith: .success) {
      // The largest number, because this process has some of those that the tests around it have open.
      var limit = rlimit()
      #expect(getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0)
      let descriptor = CInt(min(limit.rlim_cur, 65_536)) - 1
      StandardDescriptors.reserveClosed([descriptor])
      #expect(fcntl(descriptor, F_GETFD) != -1)
      #expect(throws: OutputFailure(code: EBADF)) { try TextOutput(descriptor: descriptor).writeLine("lost") }
    }
  }

  @Test("An open descriptor is not changed")
  func open() {
    let pipe = Pipe()
    StandardDescriptors.reserveClosed([pipe.writeEnd])
    pipe.write("a")
    pipe.closeWriteEnd()
    #expect(pipe.readAll() == [0x61])
  }
}
