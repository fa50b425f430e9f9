import DemoTestSupport
import Testing

/// The checkout as a process.
@Suite(.timeLimit(.minutes(20)))
struct CheckoutTests {
  @Test func `A payment is sent again with its key, paid back on the way back, and the address comes back`() throws {
    let run = try DemoProcess.run(
      ["checkout"], input: .text("Ring 1\nyes\nback\nback\n\nyes\nyes\n"))
    #expect(
      run.output == """
        Address: Ring 1
        Pay 24.50 (yes, back)? yes
        POST /payments/order-1: no answer
        POST /payments/order-1: paid
        Keep the order (yes, back)? back
        DELETE /payments/order-1: paid back
        Pay 24.50 (yes, back)? back
        Address [Ring 1]: 
        Pay 24.50 (yes, back)? yes
        POST /payments/order-2: paid
        Keep the order (yes, back)? yes
        Ordered to Ring 1.

        """)
    #expect(run.status == 0)
  }
}
