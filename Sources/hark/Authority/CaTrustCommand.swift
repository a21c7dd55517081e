import ArgumentParser
import Authority
import X509

/// `hark ca trust`: the system and its browsers are made to trust the authority, with the person's consent.
struct CaTrustCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: "Make this system and its browsers trust the authority; shows each command and asks first.",
        discussion: """
            Whoever has the authority's key can then pretend to be any server to this computer's programs. For one \
            program, `hark run -- PROGRAM` does without.

            Example:
              hark ca trust --dry-run
              hark ca trust --nss ~/.mozilla/firefox/abcd.hark --yes
            """)

    @OptionGroup var choice: TrustChoice
    @OptionGroup var options: AuthorityOptions
    @OptionGroup var key: KeyOptions

    func run() throws {
        let (store, authority) = try key.loadOrMake(in: options)
        let certificate = authority.certificate
        let change = try TrustChange(
            certificate: certificate, file: store.certificatePath, choice: choice, aim: .trusted,
            places: choice.places(orAll: (TrustPlaces.system.map { [$0] } ?? []) + TrustPlaces.databasesToBe))
        try change.perform()
    }
}

/// `hark ca untrust`: undoes it, also for an authority that was replaced.
struct CaUntrustCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "untrust",
        abstract: "Make this system and its browsers stop trusting the authority; shows each command and asks first.",
        discussion: """
            Example:
              hark ca untrust
              hark ca untrust --certificate ~/.local/share/hark/hark-ca-until-2026-05-01.pem
            """)

    @Option(
        name: .long,
        help: ArgumentHelp("An earlier authority's certificate, to be taken out instead.", valueName: "file"))
    var certificate: String?

    @OptionGroup var choice: TrustChoice
    @OptionGroup var options: AuthorityOptions

    func run() throws {
        let (found, file) = try subject()
        let change = try TrustChange(
            certificate: found, file: file, choice: choice, aim: .notTrusted,
            places: choice.places(orAll: TrustPlaces.all))
        try change.perform()
    }

    private func subject() throws -> (Certificate, file: String) {
        guard let path = certificate else {
            let (store, authority) = try options.existing()
            return (authority.certificate, store.certificatePath)
        }
        return try AuthorityAccess.attempt { () throws(AuthorityError) in
            guard let first = try RootBundle.certificates(in: path).first else {
                throw AuthorityError(.cannotRead, path, detail: "it holds no certificate in PEM")
            }
            return (first, path)
        }
    }
}
