import ArgumentParser
import Bytes
import Engine
import Flow
import HTTPWire
import Reactor

/// The options that `hark proxy`, `hark run` and `hark demo` share: what is forwarded how, what is kept and shown.
struct ProxyOptions: ParsableArguments {
    @Option(name: .long, help: ArgumentHelp("Keep a HAR 1.2 file, valid JSON after every write.", valueName: "file"))
    var har: String?

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Append one JSON object per finished flow, one a line (-: standard output).", valueName: "file"))
    var log: String?

    @Flag(name: .long, help: "Keep no store. (There is none yet: flows are kept with --har and --log alone.)")
    var noStore = false

    @Option(
        name: .long, help: ArgumentHelp("Replace a request header, or add it. Repeatable.", valueName: "N: V"))
    var setRequestHeader: [String] = []

    @Option(name: .long, help: ArgumentHelp("Add a request header. Repeatable.", valueName: "N: V"))
    var addRequestHeader: [String] = []

    @Option(name: .long, help: ArgumentHelp("Remove a request header. Repeatable.", valueName: "N"))
    var removeRequestHeader: [String] = []

    @Option(
        name: .long, help: ArgumentHelp("Replace a response header, or add it. Repeatable.", valueName: "N: V"))
    var setResponseHeader: [String] = []

    @Option(name: .long, help: ArgumentHelp("Add a response header. Repeatable.", valueName: "N: V"))
    var addResponseHeader: [String] = []

    @Option(name: .long, help: ArgumentHelp("Remove a response header. Repeatable.", valueName: "N"))
    var removeResponseHeader: [String] = []

    @Option(
        name: .long,
        help: ArgumentHelp(
            "Connect there for this name, as curl does. Repeatable.", valueName: "host[:port]:address[:port]"))
    var resolve: [String] = []

    @OptionGroup var tls: TLSOptions

    @Option(
        name: .long,
        help: ArgumentHelp(
            "How much of a body to keep; more is counted, not kept.", discussion: "Units: k, M, G (powers of 1024).",
            valueName: "size"))
    var maxBodyRecord = "16MiB"

    @Flag(name: .long, help: "Print no exchange lines.")
    var quiet = false

    @Flag(
        name: .long,
        help: "Refuse responses that are wrong but readable too: LF line ends, short status lines, HTTP/1.2 and later …"
    )
    var strict = false

    @Flag(name: .long, help: "Print every header line and chunk too.")
    var verbose = false

    @Option(name: .long, help: ArgumentHelp("Event loops, each on a thread of its own; 0: one a core.", valueName: "n"))
    var shards = 0

    @Flag(
        name: .long,
        help: "Use one Dispatch source per socket instead of epoll (slower; where there is no epoll it is on).")
    var dispatchSources = false

    func validate() throws {
        if quiet, verbose { throw ValidationError("--quiet and --verbose contradict each other; give one of them.") }
        if har == "-" { throw ValidationError("--har needs a file; '-' is for --log.") }
        guard (0...256).contains(shards) else { throw ValidationError("--shards takes a number from 0 to 256.") }
        _ = try bodyLimit()
        _ = try overrides()
        _ = try headerRules()
    }

    func bodyLimit() throws -> Int {
        guard let size = ByteSize.parse(maxBodyRecord) else {
            throw ValidationError(
                "--max-body-record '\(maxBodyRecord.shown)' is not a size. Write a number and a unit, such as 500k or 16MiB."
            )
        }
        return size
    }

    func overrides() throws -> [ResolveOverride] {
        try resolve.map { text in
            guard let override = ResolveOverride(text) else {
                throw ValidationError(
                    "--resolve '\(text.shown)' is not of the form HOST[:PORT]:ADDRESS[:PORT], such as "
                        + "example.com:127.0.0.1:8080 (IPv6 addresses in brackets).")
            }
            guard Resolver.literal(override.address, port: 0) != nil else {
                throw ValidationError("--resolve '\(text.shown)': '\(override.address.shown)' is not an IP address.")
            }
            return override
        }
    }

    /// The rules in the order their flags were given, whichever of the flags they came with.
    func headerRules() throws -> HeaderRules {
        var rules = HeaderRules()
        for (flag, value) in HeaderFlags.inOrder(CommandLine.arguments) {
            do throws(HeaderRule.Invalid) {
                let rule = try HeaderRule.parse(value, flag: flag)
                if flag.contains("request") { rules.request.append(rule) } else { rules.response.append(rule) }
            } catch {
                throw ValidationError("\(flag) '\(value.shown)': \(error.text) (at byte \(error.offset)).")
            }
        }
        return rules
    }
}

/// The header flags as they stand on the command line. The parser groups them by name, but their order counts.
enum HeaderFlags {
    private static let names = ["set", "add", "remove"].flatMap {
        ["--\($0)-request-header", "--\($0)-response-header"]
    }

    /// Each header flag with its value, in order; `--flag value` and `--flag=value` alike. What follows `--` is another
    /// command's.
    static func inOrder(_ all: [String]) -> [(flag: String, value: String)] {
        let arguments = Array(all.prefix { $0 != "--" })
        var found: [(flag: String, value: String)] = []
        var index = 0
        while index < arguments.count {
            let argument = arguments[index]
            index += 1
            if names.contains(argument), index < arguments.count {
                found.append((argument, arguments[index]))
                index += 1
            } else if let equals = argument.firstIndex(of: "="), names.contains(String(argument[..<equals])) {
                found.append((String(argument[..<equals]), String(argument[argument.index(after: equals)...])))
            }
        }
        return found
    }
}

/// Sizes as people write them.
enum ByteSize {
    /// `1048576`, `64k`, `16M`, `16MiB`, `1GiB`; nil when it is none, or too large.
    static func parse(_ text: String) -> Int? {
        let digits = text.prefix { $0.isASCII && $0.isNumber }
        let unit = text.dropFirst(digits.count).lowercased().trimmingPrefix { $0 == " " }
        let factors = ["": 1, "b": 1, "k": 1 << 10, "kib": 1 << 10, "kb": 1 << 10, "m": 1 << 20, "mib": 1 << 20]
        let largeFactors = ["mb": 1 << 20, "g": 1 << 30, "gib": 1 << 30, "gb": 1 << 30]
        guard let number = Bytes(String(digits)).decimal, let count = Int(exactly: number),
            let factor = factors[String(unit)] ?? largeFactors[String(unit)]
        else { return nil }
        let (size, overflow) = count.multipliedReportingOverflow(by: factor)
        return overflow ? nil : size
    }
}
