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
            "Keep flows in this session file, going on in it when it is there; otherwise in a new one for each start.",
            valueName: "file"),
        completion: .file())
    var store: String?

    @Flag(name: .long, help: "Keep no session file.")
    var noStore = false

    @Option(
        name: .long,
        help: ArgumentHelp(
            "What the session may grow to, a size (500MiB) or a number of flows (100000); the oldest go.",
            valueName: "bound"))
    var keep: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "What the folder of sessions may hold, a size, an age, or both; the oldest go first (all: none go).",
            valueName: "size,age"))
    var keepSessions = "2GiB,30d"

    @Option(
        name: .long,
        help: ArgumentHelp(
            "When flows come faster than they can be written: read more slowly, or leave out bodies.",
            valueName: "wait|drop-bodies"))
    var onOverload = Overload.wait

    func validate() throws {
        if noStore, store != nil {
            throw ValidationError("--store and --no-store contradict each other; give one of them.")
        }
        if store == "" { throw ValidationError("--store needs the name of a file.") }
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
                "--keep '\(keep.terminalEscaped)' keeps nothing: give a size (500MiB) or a number of flows (100000)")
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
                    "--keep-sessions '\(keepSessions.terminalEscaped)' is not of the form SIZE,AGE (such as 2GiB,30d)")
            }
        }
        return keeping
    }
}
