@testable import FlowDurable

/// The file system of the machine, which doesn't report new files in a folder: a store finds commands only when it is called.
struct UnwatchedFileSystem: ForwardingFileSystem {
  let disk = SystemFileSystem()
}
