console.info("x")
