/// The program that runs here.
package enum ThisProgram {
    /// What starts it once more; empty where that is not known. On Linux it also leads to a file replaced since.
    package static var path: String {
        #if os(Linux)
        return "/proc/self/exe"
        #else
        var size: UInt32 = 4096
        var buffer = [CChar](repeating: 0, count: Int(size))
        guard _NSGetExecutablePath(&buffer, &size) == 0 else { return "" }
        return buffer.withUnsafeBufferPointer { $0.baseAddress.map { String(cString: $0) } ?? "" }
        #endif
    }
}
