import Dispatch

/// Waits until the main queue has done everything that was enqueued before.
func mainQueueTurn() async {
  await withCheckedContinuation { continuation in
    DispatchQueue.main.async { continuation.resume() }
  }
}
