import Synchronization

#if canImport(Glibc)
import Glibc
#else
import Darwin
#endif

/// What the system allows this process, changed for a proxy, and given back to the commands that it starts.
enum ResourceLimits {
    /// The limits that were changed, as Hark was started with them, by the system's numbers for them.
    private static let inherited = Mutex<[UInt32: rlimit]>([:])

    /// A proxy needs two descriptors an exchange; the soft limit of 1,024 is for programs that use select().
    static func raiseDescriptorLimit() {
        change(descriptors) { $0.rlim_cur = $0.rlim_max }
    }

    /// A core dump would hold the authority's key.
    static func forbidCoreDumps() {
        change(coreSize) { $0.rlim_cur = 0 }
    }

    /// The processors at hand.
    static var processorCount: Int { max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

    /// Calls `body`, which starts a program, under the limits that the program would have had without Hark.
    static func withInherited<Result>(_ body: () -> Result) -> Result {
        let inherited = inherited.withLock { $0 }
        let ours = inherited.keys.compactMap { number in limit(number).map { (number, $0) } }
        for (number, limit) in inherited { set(number, limit) }
        defer { for (number, limit) in ours { set(number, limit) } }
        return body()
    }

    private static func change(_ number: UInt32, _ body: (inout rlimit) -> Void) {
        guard let former = limit(number) else { return }
        var changed = former
        body(&changed)
        guard changed.rlim_cur != former.rlim_cur, set(number, changed) else { return }
        inherited.withLock { if $0[number] == nil { $0[number] = former } }
    }

    private static func limit(_ number: UInt32) -> rlimit? {
        var limit = rlimit()
        return getrlimit(resource(number), &limit) == 0 ? limit : nil
    }

    @discardableResult private static func set(_ number: UInt32, _ limit: rlimit) -> Bool {
        var limit = limit
        return setrlimit(resource(number), &limit) == 0
    }

    #if canImport(Glibc)
    private static let descriptors = UInt32(RLIMIT_NOFILE.rawValue)
    private static let coreSize = UInt32(RLIMIT_CORE.rawValue)
    private static func resource(_ number: UInt32) -> __rlimit_resource_t { __rlimit_resource_t(number) }
    #else
    private static let descriptors = UInt32(RLIMIT_NOFILE)
    private static let coreSize = UInt32(RLIMIT_CORE)
    private static func resource(_ number: UInt32) -> Int32 { Int32(number) }
    #endif
}
