/// The limits of a process that Hark changes, as `getrlimit` and `setrlimit` name them.
package enum ResourceLimit: Sendable {
    /// How many descriptors may be open.
    case descriptors
    /// How large the file of a crash may be, in bytes.
    case coreSize

    /// nil when the system does not say.
    package var value: rlimit? {
        var limit = rlimit()
        return getrlimit(resource, &limit) == 0 ? limit : nil
    }

    /// False when the system refuses.
    @discardableResult package func set(_ value: rlimit) -> Bool {
        var value = value
        return setrlimit(resource, &value) == 0
    }

    #if canImport(Glibc)
    private var resource: __rlimit_resource_t {
        switch self {
        case .descriptors: __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        case .coreSize: __rlimit_resource_t(RLIMIT_CORE.rawValue)
        }
    }
    #else
    private var resource: Int32 {
        switch self {
        case .descriptors: RLIMIT_NOFILE
        case .coreSize: RLIMIT_CORE
        }
    }
    #endif
}
