import ArgumentParser
import Authority
import Platform
import TLS
import Views

/// Which places are to be changed, and how much is asked: the options that `trust` and `untrust` share.
struct TrustChoice: ParsableArguments {
    @Flag(name: .long, help: "Change only the system's store.")
    var system = false

    @Option(name: .long, help: ArgumentHelp("Change only this NSS database. Repeatable.", valueName: "dir"))
    var nss: [String] = []

    @Flag(name: [.short, .long, .customLong("force")], help: "Do not ask for confirmation.")
    var yes = false

    @Flag(name: .long, help: "Print the commands without running them.")
    var dryRun = false

    func validate() throws {
        if yes, dryRun { throw ValidationError("--yes and --dry-run cannot be combined") }
        if nss.contains("") { throw ValidationError("--nss needs the folder of a database") }
    }

    /// The places that were named, or all.
    func places(orAll all: @autoclosure () -> [TrustPlace]) throws -> [TrustPlace] {
        guard system || !nss.isEmpty else { return all() }
        var places: [TrustPlace] = []
        if system {
            guard let store = TrustPlaces.system else {
                Diagnostics.say(
                    "Hark cannot change the certificate store of this system (update-ca-certificates and "
                        + "update-ca-trust are missing). http://hark.test/trust describes other ways.")
                throw ExitCode(EX_UNAVAILABLE)
            }
            places.append(store)
        }
        return places + nss.map { .nss(folder: $0) }
    }
}

/// A change of who trusts the authority: planned, shown, agreed to, carried out, verified.
struct TrustChange {
    enum Aim {
        case trusted, notTrusted
    }

    private struct Part {
        let place: TrustPlace
        let steps: [TrustStep]
    }

    let certificate: Certificate
    let file: String
    let choice: TrustChoice
    let aim: Aim
    let places: [TrustPlace]

    func perform() throws {
        let parts = try plan()
        guard !parts.isEmpty else { return }
        show(parts)
        if choice.dryRun { return }
        guard try isAgreed() else {
            Diagnostics.say("nothing was changed")
            throw ExitCode(1)
        }
        var hasFailed = false
        for part in parts {
            if !carryOut(part) { hasFailed = true }
        }
        if hasFailed { throw ExitCode(1) }
    }

    /// The parts that are to be done; what is as it should be already is said.
    private func plan() throws -> [Part] {
        var parts: [Part] = []
        var lacksTool = false
        let asRoot = geteuid() == 0
        for place in places {
            if case .nss = place, !Programs.isInstalled("certutil") {
                lacksTool = true
                Diagnostics.say("\(place.text) was not changed: \(Programs.certutilIsMissing).")
                continue
            }
            let verdict = TrustCheck(certificate).isTrusted(by: place, file: file)
            switch (aim, verdict) {
            case (.trusted, .trusted): Diagnostics.say("\(place.text) already trusts the CA")
            case (.notTrusted, .notTrusted): Diagnostics.say("\(place.text) does not trust the CA")
            case (.trusted, _):
                parts.append(Part(place: place, steps: place.trustPlan(for: certificate, file: file, asRoot: asRoot)))
            case (.notTrusted, _):
                parts.append(Part(place: place, steps: place.untrustPlan(for: certificate, file: file, asRoot: asRoot)))
            }
        }
        if parts.isEmpty, places.isEmpty || lacksTool {
            Diagnostics.say(
                "Hark found no certificate store to change. http://hark.test/trust describes what to do by hand.")
            throw ExitCode(EX_UNAVAILABLE)
        }
        return parts
    }

    private func show(_ parts: [Part]) {
        let width = Report.width
        Report.lines { buffer in
            for part in parts {
                let aim = aim == .trusted ? "trust" : "forget"
                buffer.wrapped("To make \(part.place.text) \(aim) it:", width: width, hanging: 2)
                for step in part.steps { Self.write(step, to: &buffer, width: width) }
            }
        }
    }

    /// The command, as it is to be copied, and what it does.
    static func write(_ step: TrustStep, to buffer: inout LineBuffer, width: Int?) {
        let command = width.map { WrappedText.command(step.shellText, width: $0 - 4) } ?? [step.shellText]
        for (place, line) in command.enumerated() {
            buffer.pad(to: place == 0 ? 2 : 4)
            buffer.ink(.strong) { $0.wire(line) }
            buffer.newline()
        }
        for line in width.map({ WrappedText.lines(step.explanation, width: $0 - 4) }) ?? [step.explanation] {
            buffer.pad(to: 4)
            buffer.ink(.quiet) { $0.wire(line) }
            buffer.newline()
        }
    }

    private func isAgreed() throws -> Bool {
        if choice.yes { return true }
        guard isatty(STDIN_FILENO) == 1 else {
            Diagnostics.say("no terminal to ask for confirmation, so nothing was changed; --yes runs these commands")
            throw ExitCode(EX_USAGE)
        }
        Report.lines { $0.wire("Run these commands? [y/N] ") }
        let answer = readLine()?.lowercased() ?? ""
        return answer == "y" || answer == "yes"
    }

    private func carryOut(_ part: Part) -> Bool {
        for step in part.steps {
            let status = Programs.run(step.command)
            guard status == 0 else {
                let reason = status == 127 ? "could not be run" : "ended with \(status)"
                Diagnostics.say("\(step.shellText) \(reason); \(part.place.text) may be unchanged")
                return false
            }
        }
        let verdict = TrustCheck(certificate).isTrusted(by: part.place, file: file)
        let isReached = aim == .trusted ? verdict == .trusted : verdict == .notTrusted
        let words = AskedPlace(name: part.place.text, verdict: verdict).words
        Diagnostics.say("\(part.place.text): \(words)\(isReached ? "." : ", although every command succeeded.")")
        return isReached
    }
}
