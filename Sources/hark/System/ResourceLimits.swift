import Platform
import Synchronization

/// What the system allows this process, changed for a proxy, and given back to the commands that it starts.
enum ResourceLimits {
    /// The limits that were changed, as Hark was started with them.
    private static let inherited = Mutex<[ResourceLimit: rlimit]>([:])

    /// A proxy needs two descriptors an exchange; the soft limit of 1,024 is for programs that use select().
    static func raiseDescriptorLimit() {
        change(.descriptors) { $0.rlim_cur = $0.rlim_max }
    }

    /// A core dump would hold the authority's key.
    static func forbidCoreDumps() {
        change(.coreSize) { $0.rlim_cur = 0 }
    }

    /// The processors at hand.
    static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Calls `body`, which starts a program, under the limits that the program would have had without Hark.
    static func withInherited<Result>(_ body: () -> Result) -> Result {
        let inherited = inherited.withLock { $0 }
        let ours = inherited.keys.compactMap { limit in limit.value.map { (limit, $0) } }
        for (limit, value) in inherited { limit.set(value) }
        defer { for (limit, value) in ours { limit.set(value) } }
        return body()
    }

    private static func change(_ limit: ResourceLimit, _ body: (inout rlimit) -> Void) {
        guard let former = limit.value else { return }
        var changed = former
        body(&changed)
        guard changed.rlim_cur != former.rlim_cur, limit.set(changed) else { return }
        inherited.withLock { if $0[limit] == nil { $0[limit] = former } }
    }
}
