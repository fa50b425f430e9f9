import Glibc
import Testing

@testable import FlowTerminal

@Suite("StandardDescriptors")
struct StandardDescriptorsTests {
  @Test("occupies a closed descriptor, which stays as unusable as it was")
  func closed() async {
    // In a process of its own: in this one, another test may be given any number.
    await #expect(processExitsWith: .success) {
      let descriptor: CInt = 900
      StandardDescriptors.reserveClosed([descriptor])
      #expect(fcntl(descriptor, F_GETFD) != -1)
      #expect(throws: OutputFailure(code: EBADF)) { try TextOutput(descriptor: descriptor).writeLine("lost") }
    }
  }

  @Test("leaves an open descriptor alone")
  func open() {
    let pipe = Pipe()
    StandardDescriptors.reserveClosed([pipe.writeEnd])
    pipe.write("a")
    pipe.closeWriteEnd()
    #expect(pipe.readAll() == [0x61])
  }
}
