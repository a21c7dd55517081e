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
        guard let real = realpath(ThisProgram.path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
