import ArgumentParser
import Flow
import Platform
import Store

/// `hark sessions rescue`: what can be read of a damaged session, into a new one.
struct SessionsRescueCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rescue",
        abstract: "Save what can be read of a damaged session into a new file.",
        discussion: """
            The damaged file is left as it is. Flows keep their numbers.

            Example:
              hark sessions rescue damaged.hark saved.hark
            """)

    @Argument(help: ArgumentHelp("The damaged session.", valueName: "file"))
    var file: String

    @Argument(help: ArgumentHelp("Where to save; nothing may be there.", valueName: "new"))
    var new: String

    func run() throws {
        do throws(SessionError) {
            let rescue = try SessionRescue(
                file, into: new, run: SessionRun(), say: Diagnostics.say)
            let flows = "\(rescue.saved) flow\(rescue.saved == 1 ? "" : "s")"
            var sentence = "saved \(flows) to \(new)"
            if rescue.lost > 0 { sentence += "; \(rescue.lost) could not be saved" }
            if rescue.hasHoles { sentence += "; what stood in damaged places is lost" }
            Diagnostics.say(sentence)
            if rescue.saved == 0 { throw SessionError(.damaged, path: file, detail: "nothing in it could be read") }
        } catch {
            Diagnostics.say(error.text)
            throw ExitCode(EX_DATAERR)
        }
    }
}
