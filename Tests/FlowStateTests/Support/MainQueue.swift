import Dispatch
import TestSupport
import Testing

/// Waits until the main queue has executed all blocks that were enqueued before.
func mainQueueTurn() async throws {
  try await patiently("The main queue made no turn") { resume in DispatchQueue.main.async { resume(()) } }
}
