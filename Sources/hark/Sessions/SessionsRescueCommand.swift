import ArgumentParser
import Flow
import Platform
import Store

/// `hark sessions rescue`: what can be read of a damaged session, into a new one.
struct SessionsRescueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rescue",
        abstract: "Copy the readable flows of a damaged session to a new file.",
        discussion: """
            The damaged file is not changed. Flows keep their numbers.

            Example:
              hark sessions rescue damaged.hark saved.hark
            """)

    @Argument(help: ArgumentHelp("Damaged session file.", valueName: "file"))
    var file: String

    @Argument(help: ArgumentHelp("New file; it must not exist.", valueName: "new"))
    var new: String

    func run() throws {
        do throws(SessionError) {
            let rescue = try SessionRescue(
                file, into: new, run: SessionRun(), say: Diagnostics.say)
            let flows = "\(rescue.saved) flow\(rescue.saved == 1 ? "" : "s")"
            var sentence = "saved \(flows) to \(new)"
            if rescue.lost > 0 { sentence += "; \(rescue.lost) could not be saved" }
            if rescue.hasHoles { sentence += "; data in damaged places is lost" }
            Diagnostics.say(sentence)
            if rescue.saved == 0 { throw SessionError(.damaged, path: file, detail: "no flow could be read") }
        } catch {
            Diagnostics.say(error.text)
            throw ExitCode(EX_DATAERR)
        }
    }
}
