package import Flow

/// What is known of a flow beyond its record: marks that people set, and its place among other flows.
package struct FlowContext: Sendable, Hashable {
    package var isPinned = false
    package var comment: String?
    package var tags: [String] = []
    /// How many redirects led to it; nil when none did, or when nobody looked.
    package var redirectHop: Int64?
    /// Who recorded it; nil outside of a fleet.
    package var origin: Origin?
    /// For so many flows it stands: others of a fleet were not shipped.
    package var weight = 1.0

    /// A proxy of a fleet. One object for all flows of a run.
    package final class Origin: Sendable, Hashable {
        package let proxy: String
        package let tenant: String
        package let labels: [String: String]

        package init(proxy: String, tenant: String, labels: [String: String]) {
            (self.proxy, self.tenant, self.labels) = (proxy, tenant, labels)
        }

        package static func == (left: Origin, right: Origin) -> Bool {
            left === right || (left.proxy == right.proxy && left.tenant == right.tenant && left.labels == right.labels)
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(proxy)
            hasher.combine(tenant)
        }
    }

    package init() {}

    /// What rules put on it.
    package init(marks: FlowEvent.Remarks) {
        isPinned = marks.isPinned
        comment = marks.comments.isEmpty ? nil : marks.comments.joined(separator: "\n")
        tags = marks.tags
    }
}
