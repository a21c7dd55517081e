import Testing

@testable import Fleet

/// Which URLs are taken, what of them is on this machine, and what libpq is told.
@Suite struct FleetAddressTests {
    @Test(arguments: [
        "postgres://u:secret@h/d", "postgres://:secret@localhost/d", "postgres://h/d?password=secret",
        "postgres://h/d?sslpassword=secret", "postgresql://u:@h/d", "postgres://h/d?user=a&pass%77ord=secret",
    ])
    func aPasswordIsRefusedAndNeverRepeated(url: String) {
        #expect(throws: FleetAddress.Fault.password) { try FleetAddress(url) }
        #expect(!FleetAddress.Fault.password.text.contains("secret"))
    }

    @Test(arguments: [
        "", "hark", "mysql://h/d", "postgres:/h", "http://h/", "postgres://h/d#x", "postgres://h/d?options=-c",
        "postgres://h/d?service=x", "postgres://h /d", "postgres://h/d?gssencmode=prefer", "postgres://h/d\n",
    ])
    func whatIsNoAddressIsRefused(url: String) {
        #expect(throws: FleetAddress.Fault.self) { try FleetAddress(url) }
    }

    @Test(arguments: [
        "postgres:///d", "postgres://localhost/d", "postgres://u@127.0.0.1:5433/d", "postgres://[::1]:1/d",
        "postgres://%2Fvar%2Frun/d", "postgres:///d?host=/tmp", "postgres://localhost,127.9.9.9:1/d",
        "postgres://example.com/d?hostaddr=127.0.0.1", "postgresql://localhost",
    ])
    func thisMachineNeedsNoTLS(url: String) throws {
        let address = try FleetAddress(url)
        #expect(address.isLocal)
        #expect(!address.settings(roots: "system").contains { $0.keyword == "sslmode" })
    }

    @Test(arguments: [
        "postgres://db.example/d", "postgres://u@10.0.0.1/d", "postgres://localhost,db.example/d",
        "postgres://localhost.example/d", "postgres://127.0.0.1.example/d", "postgres://localhost/d?host=db.example",
        "postgres://localhost/d?hostaddr=10.0.0.1", "postgres://[2001:db8::1]/d", "postgres://128.0.0.1/d",
        "postgres://%6c%6fcalhost.example/d",
    ])
    func anotherMachineIsVerified(url: String) throws {
        let address = try FleetAddress(url)
        #expect(!address.isLocal)
        let settings = address.settings(roots: "system")
        #expect(settings.last { $0.keyword == "sslmode" }?.value == "verify-full")
        #expect(settings.last { $0.keyword == "sslrootcert" }?.value == "system")
        #expect(settings.last { $0.keyword == "gssencmode" }?.value == "disable")
        // libpq goes by the last: what is decided here comes behind the URL.
        let place = settings.firstIndex { $0.keyword == "dbname" } ?? .max
        #expect((settings.firstIndex { $0.keyword == "sslmode" } ?? 0) > place)
    }

    @Test(arguments: ["disable", "allow", "prefer", "require", "verify-ca", "VERIFY-FULL", "nonsense"])
    func weakerModesNeedPermission(mode: String) throws {
        let url = "postgres://db.example/d?sslmode=\(mode)"
        #expect(throws: FleetAddress.Fault.weak(mode)) { try FleetAddress(url) }
        #expect(throws: FleetAddress.Fault.weak(mode)) {
            try FleetAddress("postgres://db.example/d", environment: { $0 == "PGSSLMODE" ? mode : nil })
        }
        let allowed = try FleetAddress(url, allowsInsecure: true)
        #expect(!allowed.settings(roots: nil).contains { $0.keyword == "sslmode" })
        // On this machine nobody asks.
        #expect(throws: Never.self) { try FleetAddress("postgres://localhost/d?sslmode=\(mode)") }
    }

    @Test func theEnvironmentCannotLeadElsewhereUnverified() throws {
        for (name, value) in [("PGHOSTADDR", "10.0.0.1"), ("PGHOST", "db.example"), ("PGSERVICE", "x")] {
            let address = try FleetAddress("postgres:///d", environment: { $0 == name ? value : nil })
            #expect(!address.isLocal, "\(name)")
        }
        // Its own roots stay.
        let address = try FleetAddress(
            "postgres://db.example/d", environment: { $0 == "PGSSLROOTCERT" ? "/a.pem" : nil })
        #expect(!address.settings(roots: "system").contains { $0.keyword == "sslrootcert" })
    }

    @Test func aNameForPeopleHasNoParameters() throws {
        #expect(try FleetAddress("postgres://u@db.example:1/d?sslcert=/a").name == "postgres://u@db.example:1/d")
    }
}
