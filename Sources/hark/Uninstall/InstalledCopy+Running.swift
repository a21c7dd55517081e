import Platform

extension InstalledCopy {
    /// This one; nil when its file cannot be found.
    static var running: InstalledCopy? {
        program.map { path in
            InstalledCopy(
                path: path,
                owns: { Programs.isInstalled($0[0]) && Programs.startAside($0).map(Programs.wait) == 0 },
                exists: { access($0, F_OK) == 0 },
                isOfHark: isCopy)
        }
    }

    /// The same file is among the documents of the tarball.
    private static func isCopy(_ path: String) -> Bool {
        guard let slash = path.lastIndex(of: "/") else { return false }
        let other = "\(path[..<slash])/share/doc/hark\(path[slash...])"
        let (first, second) = (content(path), content(other))
        return first != nil && first == second
    }

    private static func content(_ path: String) -> [UInt8]? {
        let descriptor = LockedFiles.openFile(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
        guard descriptor >= 0 else { return nil }
        defer { LockedFiles.closeFile(descriptor) }
        var block = [UInt8](repeating: 0, count: 256 << 10)
        let count = block.withUnsafeMutableBytes { SystemCall.read(descriptor, $0.baseAddress, $0.count) }
        return count < 0 ? nil : Array(block.prefix(count))
    }

    /// Where this program is, without symbolic links.
    static var program: String? {
        guard let real = realpath(ThisProgram.path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }
}
