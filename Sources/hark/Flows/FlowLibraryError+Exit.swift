import ArgumentParser
import Fleet
import Library
import Platform
import Store

extension FlowLibraryError {
    /// With which a command ends that met it.
    var exitCode: ExitCode { (self as? FleetError)?.exitCode ?? UsageFailure.data }

    /// Says it.
    func said() -> ExitCode {
        Diagnostics.say(text)
        return exitCode
    }
}

extension SessionLibrary {
    /// For a command. Fails with a sentence and an exit code.
    static func open(_ path: String) throws -> SessionLibrary {
        try SessionChoice.say { () throws(SessionError) in SessionLibrary(try SessionReader(path), .standard) }
    }
}
