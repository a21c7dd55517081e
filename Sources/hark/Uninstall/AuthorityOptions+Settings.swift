import ArgumentParser
import Platform

extension AuthorityOptions {
    /// The folder that settings name for the CA of the proxy; nil when the command line names one, or no setting does.
    func configuredFolder() throws -> String? {
        guard caDir == nil else { return nil }
        do {
            let words = try SettingsWords(["proxy"], try Settings(try SettingsRequest([]))).words
            let place = words.firstIndex { $0 == "--ca-dir" || $0.hasPrefix("--ca-dir=") }
            guard let place else { return nil }
            if let value = words[place].split(separator: "=", maxSplits: 1).dropFirst().first { return String(value) }
            return place + 1 < words.count ? words[place + 1] : nil
        } catch {
            Diagnostics.say(
                "the settings cannot be read, so Hark does not know if they name another folder for the CA; run "
                    + "'hark config check', or name the folder with --ca-dir")
            throw ExitCode(EX_CONFIG)
        }
    }
}
