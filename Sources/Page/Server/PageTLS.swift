package import TLS

/// How a page that other devices reach speaks TLS. A value.
package struct PageTLS: Sendable {
    let context: TLSContext
    /// Delivers, from any thread, what is shown for one of this computer's names or addresses.
    let identity: @Sendable (_ host: String, _ deliver: @escaping @Sendable (Identity?) -> Void) -> Void

    package init(
        context: TLSContext,
        identity: @escaping @Sendable (_ host: String, _ deliver: @escaping @Sendable (Identity?) -> Void) -> Void
    ) {
        self.context = context
        self.identity = identity
    }
}
