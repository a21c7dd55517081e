import Platform

extension InstalledCopy {
    /// This one; nil when its file cannot be found.
    static var running: InstalledCopy? {
        program.map { path in
            InstalledCopy(
                path: path,
                owns: { Programs.isInstalled($0[0]) && Programs.startAside($0).map(Programs.wait) == 0 },
                exists: { access($0, F_OK) == 0 })
        }
    }

    /// Where this program is, without symbolic links.
    static var program: String? {
        #if os(Linux)
        let name = "/proc/self/exe"
        #else
        guard let first = CommandLine.arguments.first else { return nil }
        let name = first.contains("/") ? first : Programs.path(of: [first]) ?? first
        #endif
        guard let real = realpath(name, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
