/// How servers are judged. A value, made from the configuration.
package struct TrustPolicy: Sendable {
    package let store: TrustStore
    /// False: any certificate will do, and what was wrong with it is still recorded.
    package var verifies: Bool
    /// Judge as of this moment (seconds since 1970) instead of now.
    package var time: Int64?

    package init(_ store: TrustStore, verifies: Bool = true, time: Int64? = nil) {
        self.store = store
        self.verifies = verifies
        self.time = time
    }
}
