import Bytes
import Foundation
import TLS

/// Certificates for the tests, made by `openssl` in a folder of their own, once per run of the tests.
///
/// All chains are judged as of `now`, so that their dates can stay as written here.
enum TestCertificates {
    /// 2026-06-01 00:00:00 UTC.
    static let now: Int64 = 1_780_272_000

    static let folder: URL = {
        let folder = FileManager.default.temporaryDirectory.appending(path: "tls-tests-\(UUID().uuidString)")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        atexit { try? FileManager.default.removeItem(at: TestCertificates.folder) }
        let script = Process()
        script.executableURL = URL(filePath: "/bin/sh")
        script.arguments = ["-e", "-c", Self.script]
        script.currentDirectoryURL = folder
        let complaints = Pipe()
        script.standardError = complaints
        script.standardOutput = complaints
        try? script.run()
        let output = complaints.fileHandleForReading.readDataToEndOfFile()
        script.waitUntilExit()
        if script.terminationStatus != 0 { print(String(decoding: output, as: UTF8.self)) }
        return folder
    }()

    /// What is in one of the files.
    static func pem(_ names: String...) -> Bytes {
        Bytes(
            names.flatMap { name in (try? Data(contentsOf: folder.appending(path: name + ".pem"))).map(Array.init) ?? []
            })
    }

    /// One block of a file, decoded.
    static func der(_ name: String) throws -> Bytes {
        let lines = pem(name).text.split(separator: "\n").filter { !$0.hasPrefix("-----") }
        return Bytes(Array(Data(base64Encoded: lines.joined()) ?? Data()))
    }

    /// A leaf with its key, and the certificates that are sent with it.
    static func identity(_ name: String, with chain: String...) throws -> Identity {
        let files = [name] + chain + [name + "-key"]
        return try Identity(pem: Bytes(files.flatMap { pem($0).array }), place: name)
    }

    static func trust(
        _ roots: String..., revocationLists: [String] = [], verifies: Bool = true, time: Int64 = now
    ) throws -> TrustPolicy {
        let sources = roots.map { TrustStore.Source.pem(pem($0), place: $0) }
        let store = try TrustStore(sources, revocationLists: revocationLists.map { pem($0) })
        return TrustPolicy(store, verifies: verifies, time: time)
    }

    /// `make NAME SUBJECT KEY ISSUER FROM TO EXTENSIONS` makes NAME.pem and NAME-key.pem.
    private static let script = """
        exec 2>&1
        umask 077
        echo unique_subject=no > index.txt.attr; : > index.txt
        cat > ca.cnf <<END
        [ca]
        default_ca = one
        [one]
        database = index.txt
        new_certs_dir = .
        rand_serial = yes
        default_md = sha256
        policy = any
        copy_extensions = none
        unique_subject = no
        default_crl_days = 10000
        [any]
        commonName = supplied
        [req]
        distinguished_name = empty
        prompt = no
        [empty]
        END
        new_key() {
          case $1 in
            rsa*) openssl genrsa -out $2-key.pem ${1#rsa} ;;
            *) openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:$1 -out $2-key.pem ;;
          esac
        }
        make() {
          new_key $3 $1
          openssl req -new -key $1-key.pem -subj "$2" -config ca.cnf -out $1.csr
          printf "$7\\n" > $1.ext
          if [ $4 = self ]; then how="-selfsign -keyfile $1-key.pem"; else how="-cert $4.pem -keyfile $4-key.pem"; fi
          openssl ca -batch -notext -config ca.cnf $how -md ${8:-sha256} -startdate $5 -enddate $6 \
            -extfile $1.ext -in $1.csr -out $1.pem
        }
        ca="basicConstraints=critical,CA:TRUE\\nkeyUsage=critical,keyCertSign,cRLSign\\nsubjectKeyIdentifier=hash"
        below="\\nauthorityKeyIdentifier=keyid"
        identifiers="\\nsubjectKeyIdentifier=hash\\nauthorityKeyIdentifier=keyid"
        server="\\nkeyUsage=critical,digitalSignature\\nextendedKeyUsage=serverAuth,clientAuth"
        leaf="basicConstraints=critical,CA:FALSE$server$identifiers"
        mail="basicConstraints=critical,CA:FALSE\\nextendedKeyUsage=emailProtection$identifiers"
        names="subjectAltName=DNS:good.test,DNS:*.wild.test,IP:127.0.0.1,IP:2001:db8::1"
        old=20200101000000Z; new=20400101000000Z
        make root "/CN=Test Root" P-256 self $old $new "$ca"
        make other "/CN=Other Root" P-256 self $old $new "$ca"
        make middle "/CN=Test Intermediate" P-256 root $old $new "$ca$below"
        make good "/CN=good.test" P-256 middle $old $new "$leaf\\n$names"
        make rsa "/CN=good.test" rsa2048 root $old $new "$leaf\\nsubjectAltName=DNS:good.test"
        make expired "/CN=good.test" P-256 root $old 20210101000000Z "$leaf\\nsubjectAltName=DNS:good.test"
        make future "/CN=good.test" P-256 root 20390101000000Z $new "$leaf\\nsubjectAltName=DNS:good.test"
        make self "/CN=good.test" P-256 self $old $new "$leaf\\nsubjectAltName=DNS:good.test"
        make weak "/CN=good.test" rsa1024 root $old $new "$leaf\\nsubjectAltName=DNS:good.test"
        make sha1 "/CN=good.test" P-256 root $old $new "$leaf\\nsubjectAltName=DNS:good.test" sha1
        make named "/CN=good.test" P-256 root $old $new "$leaf"
        make client "/CN=A Client" P-256 root $old $new "$leaf"
        make mail "/CN=good.test" P-256 root $old $new "$mail\\nsubjectAltName=DNS:good.test"
        make gone "/CN=good.test" P-256 root $old $new "$leaf\\nsubjectAltName=DNS:good.test"
        openssl ca -batch -config ca.cnf -cert root.pem -keyfile root-key.pem -revoke gone.pem
        openssl ca -batch -config ca.cnf -cert root.pem -keyfile root-key.pem -gencrl -crl_lastupdate $old -out crl.pem
        openssl ca -batch -config ca.cnf -cert root.pem -keyfile root-key.pem -gencrl -crl_lastupdate $old \
          -crl_nextupdate 20210101000000Z -out oldcrl.pem
        # As people make an authority of their own; valid from the moment it is made.
        bare() { printf "[req]\\ndistinguished_name=dn\\nx509_extensions=ext\\n[dn]\\n[ext]\\n$2\\n" > $1.cnf; }
        bare bare "basicConstraints=CA:TRUE"
        bare idle "basicConstraints=CA:TRUE\\nkeyUsage=cRLSign"
        for ca in plain bare idle; do
          if [ $ca = plain ]; then how=; else how="-config $ca.cnf"; fi
          openssl req -x509 -newkey rsa:2048 -nodes -keyout $ca-key.pem -out $ca.pem -subj "/CN=A $ca CA" -days 3650 \
          $how
          openssl req -newkey rsa:2048 -nodes -keyout $ca-dev-key.pem -subj "/CN=dev.test" -out $ca-dev.csr
          echo "subjectAltName=DNS:dev.test" > $ca-dev.ext
          openssl x509 -req -in $ca-dev.csr -CA $ca.pem -CAkey $ca-key.pem -CAcreateserial -extfile $ca-dev.ext \
            -days 800 -out $ca-dev.pem
        done
        """
}
