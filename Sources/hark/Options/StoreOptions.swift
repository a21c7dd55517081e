import ArgumentParser
import Filter
import Flow
import Platform
import Store

/// Where flows are kept, and how many: options that `hark proxy`, `hark run` and `hark demo` share.
struct StoreOptions: ParsableArguments {
    /// What happens when flows come faster than they can be written.
    enum Overload: String, ExpressibleByArgument, CaseIterable {
        case wait
        case dropBodies = "drop-bodies"
    }

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Store flows in this session file, appending if it exists (default: a new file per start).",
            valueName: "file"),
        completion: .file())
    var store: String?

    @Flag(name: .long, help: "Do not store flows in a session file.")
    var noStore = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Limit the session to a size (500MiB) or a number of flows (100000); the oldest are removed.",
            valueName: "bound"))
    var keep: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Limit the folder of sessions by size, age or both; the oldest are removed (all: keep all).",
            valueName: "size,age"))
    var keepSessions = "2GiB,30d"

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Slow down traffic, or drop bodies, when the disk is too slow.",
            valueName: "wait|drop-bodies"))
    var onOverload = Overload.wait

    func validate() throws {
        if noStore, store != nil {
            throw ValidationError("--store and --no-store cannot be combined")
        }
        if store == "" { throw ValidationError("--store needs a file name") }
        _ = try bound()
        _ = try keeping()
    }

    /// What `--keep` says: digits alone count flows.
    func bound() throws -> SessionBound {
        guard let keep else { return SessionBound() }
        if let flows = Int(keep), flows > 0, keep.allSatisfy(\.isNumber) { return SessionBound(flows: flows) }
        let size = try FigureOption.size(keep, of: "--keep")
        guard size > 0 else {
            throw ValidationError(
                "--keep '\(keep.terminalEscaped)' keeps nothing (expected a size such as 500MiB, or a number of "
                    + "flows such as 100000)"
            )
        }
        return SessionBound(bytes: size)
    }

    func keeping() throws -> SessionKeeping {
        guard keepSessions != "all" else { return SessionKeeping() }
        var keeping = SessionKeeping()
        for part in keepSessions.split(separator: ",", omittingEmptySubsequences: false) {
            if let size = try? Figures.bytes(part) {
                keeping.bytes = Int(clamping: size)
            } else if let age = FigureOption.age(part) {
                keeping.age = age
            } else {
                throw ValidationError(
                    "--keep-sessions '\(keepSessions.terminalEscaped)' is not valid (expected SIZE,AGE, such as "
                        + "2GiB,30d)"
                )
            }
        }
        return keeping
    }
}
