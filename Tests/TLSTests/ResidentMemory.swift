import Foundation

/// How much memory this process occupies.
enum ResidentMemory {
    struct Unknown: Error {}

    static func bytes() throws -> Int {
        #if os(Linux)
        let pages = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
        guard pages.count > 1, let resident = Int(pages[1]) else { throw Unknown() }
        return resident * Int(sysconf(Int32(_SC_PAGESIZE)))
        #else
        throw Unknown()
        #endif
    }
}
