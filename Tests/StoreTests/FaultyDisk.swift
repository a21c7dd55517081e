import CSQLite
import Foundation
import Synchronization

/// Has SQLite's calls to the system fail for the files of one folder, as a disk does that goes bad. Other files are
/// left alone, so that tests may run beside one another.
final class FaultyDisk: Sendable {
    struct Faults {
        var failsToSync = false
        var failsToWrite = false
        /// How often a call was made to fail.
        var count = 0
    }

    private let folder: String
    private let faults = Mutex(Faults())

    /// Made before SQLite opens a file of the folder.
    init(_ folder: String) {
        // The system may know the folder by another path; its own name is random.
        self.folder = (folder as NSString).lastPathComponent
        precondition(Self.isInstalled)
        Self.disks.withLock { $0[self.folder] = self }
    }

    /// No more calls are made to fail.
    func end() {
        Self.disks.withLock { $0[folder] = nil }
    }

    func set(_ change: (inout Faults) -> Void) { faults.withLock { change(&$0) } }

    var count: Int { faults.withLock { $0.count } }

    fileprivate func fails(_ fault: KeyPath<Faults, Bool>) -> Bool {
        faults.withLock { faults in
            guard faults[keyPath: fault] else { return false }
            faults.count += 1
            return true
        }
    }

    // MARK: Between SQLite and the system

    private static let disks = Mutex<[String: FaultyDisk]>([:])
    /// By their addresses: the path, and the address of the system's calls.
    private static let files = Mutex<[UInt: (path: String, calls: UInt)]>([:])

    fileprivate static func opened(
        _ file: UnsafeMutablePointer<sqlite3_file>, _ path: String, _ methods: UnsafePointer<sqlite3_io_methods>
    ) {
        let calls = UInt(bitPattern: methods)
        files.withLock { $0[UInt(bitPattern: file)] = (path, calls) }
    }

    fileprivate static func system(of file: UnsafeMutablePointer<sqlite3_file>?) -> sqlite3_io_methods? {
        let calls = files.withLock { $0[UInt(bitPattern: file)]?.calls }
        return calls.flatMap { UnsafePointer<sqlite3_io_methods>(bitPattern: $0) }?.pointee
    }

    fileprivate static func closed(_ file: UnsafeMutablePointer<sqlite3_file>) {
        files.withLock { $0[UInt(bitPattern: file)] = nil }
    }

    fileprivate static func fails(
        _ file: UnsafeMutablePointer<sqlite3_file>?, _ fault: KeyPath<Faults, Bool>
    ) -> Bool {
        guard let path = files.withLock({ $0[UInt(bitPattern: file)]?.path }) else { return false }
        let folder = ((path as NSString).deletingLastPathComponent as NSString).lastPathComponent
        return disks.withLock({ $0[folder] })?.fails(fault) ?? false
    }

    private static let isInstalled: Bool = {
        guard let system = DiskCalls.system else { return false }
        let vfs = UnsafeMutablePointer<sqlite3_vfs>.allocate(capacity: 1)
        vfs.initialize(to: system.pointee)
        vfs.pointee.pNext = nil
        vfs.pointee.zName = UnsafePointer(strdup("faulty"))
        vfs.pointee.xOpen = { _, name, file, flags, outcome in
            guard let system = DiskCalls.system, let open = system.pointee.xOpen, let file else { return SQLITE_ERROR }
            let code = open(system, name, file, flags, outcome)
            guard code == SQLITE_OK, let name, let methods = file.pointee.pMethods else { return code }
            FaultyDisk.opened(file, String(cString: name), methods)
            file.pointee.pMethods = DiskCalls.methods(instead: methods)
            return code
        }
        return sqlite3_vfs_register(vfs, 1) == SQLITE_OK
    }()
}

/// The system's calls as SQLite has them, and those that stand in their place.
private enum DiskCalls {
    // Written once, before anything is read, and never freed: SQLite keeps its own for as long as the process lives.
    nonisolated(unsafe) static let system = sqlite3_vfs_find(nil)

    /// Kinds of files have calls of their own: by the address of the system's, that of ours.
    private static let made = Mutex<[UInt: UInt]>([:])

    static func methods(instead methods: UnsafePointer<sqlite3_io_methods>) -> UnsafePointer<sqlite3_io_methods>? {
        let address = UInt(bitPattern: methods)
        let ours = made.withLock { made in
            if let known = made[address] { return known }
            let replaced = UnsafeMutablePointer<sqlite3_io_methods>.allocate(capacity: 1)
            replaced.initialize(
                to: UnsafePointer<sqlite3_io_methods>(bitPattern: address)?.pointee ?? sqlite3_io_methods())
            replaced.pointee.xSync = { file, flags in
                guard !FaultyDisk.fails(file, \.failsToSync) else { return SQLITE_IOERR | 4 << 8 }
                return FaultyDisk.system(of: file)?.xSync(file, flags) ?? SQLITE_ERROR
            }
            replaced.pointee.xWrite = { file, bytes, count, offset in
                guard !FaultyDisk.fails(file, \.failsToWrite) else { return SQLITE_IOERR | 3 << 8 }
                return FaultyDisk.system(of: file)?.xWrite(file, bytes, count, offset) ?? SQLITE_ERROR
            }
            replaced.pointee.xClose = { file in
                let system = FaultyDisk.system(of: file)
                if let file { FaultyDisk.closed(file) }
                return system?.xClose(file) ?? SQLITE_ERROR
            }
            made[address] = UInt(bitPattern: replaced)
            return UInt(bitPattern: replaced)
        }
        return UnsafePointer(bitPattern: ours)
    }
}
