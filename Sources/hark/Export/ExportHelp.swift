/// What the help of `hark export` says of the forms. Pure.
enum ExportHelp {
    static let formats = """
        Without credentials, unless you pass --with-secrets:
          har       HAR 1.2, for browsers and most tools
          pcap      decrypted packets for Wireshark (pcapng)
          html      one page that opens without a network
          markdown  text for a ticket
          csv       a table with one line per flow
          openapi   OpenAPI 3.1 with the endpoints and types that were seen
          postman   Postman collection 2.1

        Exact, unless you pass --redact:
          log                Hark's log
          raw                the messages, byte for byte
          curl               a command that sends the same bytes
          python             a program that sends the same bytes
          javascript         a Node.js program that sends the same bytes
          httpie, go, swift  a command or program that sends an equivalent request
          k6                 a load test
        """
}
